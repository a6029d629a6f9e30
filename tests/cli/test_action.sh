# The gate in a build: action/gate.sh, called as by action.yml.
. "$SOURCE/tests/support/tap.sh"

data=$SOURCE/sample-data

# The sample runs: porter is not worse than plain by 0.05, plain may be worse than porter, and no run is worse than
# plain's order reversed.
in_build() { # NAME=value...
	awk '{ $5 = -$5; print }' "$data/plain.run" >upside-down.run
	run env ASSAY="$ASSAY" TRUTH="$data/judgments.qrels" BASELINE="$data/porter.run" RUN="$data/plain.run" \
		GITHUB_STEP_SUMMARY=summary GITHUB_OUTPUT=output "$@" sh "$SOURCE/action/gate.sh"
}

test_that 'a run that is not worse passes, and the summary says so'
echo before >summary
in_build BASELINE="$data/plain.run" RUN="$data/porter.run" MARGIN=0.05
expect_status 0
expect_equal "$(cat output)" 'verdict=not worse'
expect_equal "$(sed -n '1,2p' summary)" 'before
### assay gate'
expect_equal "$(sed -n '4s/:.*//p; 6s/ |.*//p' summary)" '**not worse**
| measure'
expect_stdout "$(sed -n '4,$p' summary)"

test_that 'a worse run fails'
in_build RUN=upside-down.run
expect_status 3
expect_equal "$(cat output)" 'verdict=worse'

test_that 'without a verdict the build fails, unless undecided=pass'
in_build
expect_status 4
expect_equal "$(cat output)" 'verdict=cannot tell'
in_build UNDECIDED=pass
expect_status 0
expect_equal "$(tail -n 1 output)" 'verdict=cannot tell'

test_that 'measures, margin and options are passed on'
in_build MEASURES=RR,AP MARGIN=0.5 OPTIONS='--precision 1 --ties input'
expect_status 0
expect_stdout_has '| RR | 48 | 0.9 | 0.8 |' '| AP | 48 | 0.6 | 0.5 |'

test_that 'JUnit is written if it is wanted'
in_build JUNIT=gate.xml
expect_status 4
expect_equal "$(sed -n '2p' gate.xml)" '<testsuite name="assay gate" tests="1" failures="1">'

# The second call sees a different run.
test_that 'the build fails if the JUnit call ends differently'
cat >gate-twice <<'EOF'
#!/bin/sh
case " $* " in *' --format junit '*) echo "it went wrong" >&2; exit 1 ;; esac
exit 3
EOF
chmod +x gate-twice
in_build ASSAY=./gate-twice JUNIT=gate.xml
expect_status 1
expect_stderr_has 'it went wrong' 'assay gate ended with 3, and for JUnit with 1'
expect_missing summary output

test_that 'a gate that fails says why and decides nothing'
in_build RUN=nothing.run
expect_status 1
expect_stderr_has 'nothing.run'
expect_missing summary output

test_that 'an invalid option is refused'
in_build UNDECIDED=maybe
expect_status 2
expect_stderr_has "undecided is fail or pass, not 'maybe'"

# Makes a release for the architecture `toy` on this machine.
release() {
	mkdir -p releases/v1
	lines releases/v1/assay-linux-toy '#!/bin/sh' 'echo toy'
	(cd releases/v1 && sha256sum assay-linux-toy >SHA256SUMS)
}

fetch() { # release
	run env RELEASES="file://$PWD/releases" RELEASE="$1" ARCH=toy sh "$SOURCE/action/fetch.sh" "$PWD/fetched"
}

test_that 'the program of a release is fetched'
release
fetch v1
expect_status 0
expect_stdout "$PWD/fetched/assay"
expect_equal "$(fetched/assay)" toy

test_that 'for a branch no program is fetched and nothing is printed'
release
fetch main
expect_status 1
expect_stdout ''
expect_missing fetched/assay

test_that 'a program with a wrong checksum is not kept'
release
echo 'echo other' >>releases/v1/assay-linux-toy
fetch v1
expect_status 2
expect_stderr_has 'assay-linux-toy is not the file that SHA256SUMS lists'
expect_missing fetched/assay fetched/assay-linux-toy

done_testing

# `assay help`, --help and --version.
. "$SOURCE/tests/support/tap.sh"

commands='import search pool carry remove set label demo judge status keys eval compare gate plan report fuse rbo trec_eval measures relevance agreement annotators lint contradictions coverage export check backup copy merge upgrade log completion help'

# The options that the manual promises: command, option.
promised='import --documents FILE
import --questions FILE
import --candidates RUN
import --judgments QRELS
import --as NAME
import --pool
import --votes FILE
import --annotator NAME
import --id FIELD
import --text FIELD
import --title FIELD
import --make-id FIELDS
import --id-length N
import --question FIELD
import --truth FIELD
import --hits FIELD
import --grade FIELD
import --score FIELD
import --grades LIST
import --depth N
import --replace
import --keep-votes
import --withdraw-votes
import --undo
import --skip-unknown
import --dry-run
search --fields LIST
search --tokenizer NAME
search --match FIELD
search --depth N
search --format FORMAT
search --run FILE
search --tag NAME
pool --fields LIST
pool --tokenizer NAME
pool --match FIELD
pool --search
pool --depth N
pool --size M
pool --holes RUN@K
pool --keep-best
pool --by-document SEPARATOR
pool --skip-unknown
pool --merge-identical
pool --split-identical
pool --question FIELD
pool --truth FIELD
pool --hits FIELD
pool --grade FIELD
pool --score FIELD
pool --grades LIST
carry --documents FILE
carry --alike X
carry --queue
carry --write
carry --id FIELD
carry --text FIELD
carry --title FIELD
carry --make-id FIELDS
carry --id-length N
carry --format FORMAT
set --grant-annotator NAME
set --grant-lead NAME
set --revoke NAME
set --rights
set --format FORMAT
label --annotator NAME
label --run RUN
label -m, --measures LIST
label --decide A
label --seed N
label --plain
label --json
label --theme NAME
label --lead
label --adjudicate
label --kiosk
label --replay NAME
judge --ballots N
judge --repeats PERCENT
judge --timeout SECONDS
judge --seed N
judge --format FORMAT
status --without ANNOTATOR
status --format FORMAT
status --watch SECONDS
relevance --question QID
relevance --without ANNOTATOR
relevance --format FORMAT
export --format FORMAT
export --questions WHICH
export --grading RULE
export --levels L
export --min-impressions N
export --positive GRADE
export --negative GRADE
export --negatives N
export --anonymous
export --notes
export --index NAME
export --name NAME
export --judgments NAME
export --without ANNOTATOR
export -o, --output FILE
eval -m, --measures LIST
eval -l, --level GRADE
eval --ties RULE
eval --scores TYPE
eval --questions WHICH
eval --judgments NAME
eval --without ANNOTATOR
eval --drop-self
eval --keep-best
eval --by-document SEPARATOR
eval --twins HOW
eval --precision N
eval --question FIELD
eval --truth FIELD
eval --hits FIELD
eval --grade FIELD
eval --score FIELD
eval --grades LIST
eval --by FIELD
eval --weight FIELD
eval -q, --per-question
eval -i, --interval
eval --with MODEL
eval --failures
eval --partial
eval -c, --complete
eval --depth N
eval --judged-only
eval --zscores FILE
eval --allow-empty
eval --run NAME
eval --format FORMAT
compare -m, --measures LIST
compare -l, --level GRADE
compare --ties RULE
compare --scores TYPE
compare --questions WHICH
compare --judgments NAME
compare --without ANNOTATOR
compare --drop-self
compare --keep-best
compare --by-document SEPARATOR
compare --twins HOW
compare --precision N
compare --question FIELD
compare --truth FIELD
compare --hits FIELD
compare --grade FIELD
compare --score FIELD
compare --grades LIST
compare --by FIELD
compare --weight FIELD
compare -i, --interval
compare --test TEST
compare --correction METHOD
compare --permutations N
compare --seed N
compare --insist
compare --format FORMAT
gate -m, --measures LIST
gate -l, --level GRADE
fuse --method METHOD
fuse --norm HOW
fuse --k N
fuse --keep-best
fuse --by-document SEPARATOR
fuse --question FIELD
fuse --hits FIELD
fuse --score FIELD
fuse --depth N
fuse --tag NAME
fuse -o, --output FILE
gate --ties RULE
gate --scores TYPE
gate --questions WHICH
gate --judgments NAME
gate --without ANNOTATOR
gate --drop-self
gate --keep-best
gate --by-document SEPARATOR
gate --twins HOW
gate --precision N
gate --question FIELD
gate --truth FIELD
gate --hits FIELD
gate --grade FIELD
gate --score FIELD
gate --grades LIST
gate --by FIELD
gate --weight FIELD
gate --margin X
gate --looks N
gate --save FILE
gate --insist
gate --format FORMAT
plan -m, --measures LIST
plan -l, --level GRADE
plan --ties RULE
plan --scores TYPE
plan --questions WHICH
plan --judgments NAME
plan --without ANNOTATOR
plan --drop-self
plan --keep-best
plan --by-document SEPARATOR
plan --twins HOW
plan --precision N
plan --question FIELD
plan --truth FIELD
plan --hits FIELD
plan --grade FIELD
plan --score FIELD
plan --grades LIST
plan --by FIELD
plan --weight FIELD
plan --difference X
plan --power P
plan --deviation X
plan --format FORMAT
agreement --grades
agreement --questions N
agreement --without ANNOTATOR
agreement --runs RUN
agreement -m, --measures LIST
agreement --ties RULE
agreement --relevant GRADE
agreement --disagreements FILE
agreement -q, --per-question
agreement --seed N
agreement --precision N
agreement --format FORMAT
annotators --without ANNOTATOR
annotators --format FORMAT
annotators --rename OLD=NEW
annotators --blank-notes
report -m, --measures LIST
report -l, --level GRADE
report --ties RULE
report --scores TYPE
report --questions WHICH
report --judgments NAME
report --without ANNOTATOR
report --drop-self
report --keep-best
report --by-document SEPARATOR
report --twins HOW
report --precision N
report --question FIELD
report --truth FIELD
report --hits FIELD
report --grade FIELD
report --score FIELD
report --grades LIST
report -o, --output FILE
report --title TEXT
report --baseline RUN
report --margin X
report --format FORMAT
lint --collection DB
lint --judgments NAME
lint --only KIND
lint --except KIND
lint --format FORMAT
contradictions --all
contradictions --format FORMAT
trec_eval -m, --measure MEASURE
trec_eval -q, --query_eval_wanted
trec_eval -c, --complete_rel_info_wanted
trec_eval -l, --level_for_rel GRADE
trec_eval -n, --nosummary
trec_eval -M, --Max_retrieved_per_topic N
trec_eval -J, --Judged_docs_only
trec_eval -N, --Number_docs_in_coll N
trec_eval -R, --Rel_info_format FORMAT
trec_eval -T, --Results_format FORMAT
trec_eval -Z, --Zscore FILE
coverage --vectors FILE
coverage --clusters N
coverage --permutations N
coverage --seed N
coverage --id FIELD
coverage --text FIELD
coverage --title FIELD
coverage --make-id FIELDS
coverage --id-length N
coverage --format FORMAT
rbo -p, --persistence P
rbo --ties RULE
rbo --scores TYPE
rbo -q, --per-question
rbo --precision N
rbo --question FIELD
rbo --hits FIELD
rbo --score FIELD
rbo --format FORMAT
measures --format FORMAT
keys --format FORMAT
check --repair
backup --force
merge --prefer FILE
merge --rename FILE:OLD=NEW
upgrade --dry-run
log --format FORMAT'

test_that 'help lists every command and no other'
run "$ASSAY" help
expect_status 0
expect_no_stderr
expect_equal "$(stdout | sed -n 's/^  \([a-z_]*\) .*/\1/p' | tr '\n' ' ')" "$commands "

for word in --help -h; do
	test_that "$word is the same as help"
	must "$ASSAY" help
	overview=$(stdout)
	run "$ASSAY" $word
	expect_status 0
	expect_stdout "$overview"
done

helps=$tap_folder/helps # has the help of each command
mkdir "$helps"
for command in $commands; do
	test_that "help $command shows its usage and its summary"
	run "$ASSAY" help $command
	expect_status 0
	expect_no_stderr
	stdout >"$helps/$command"
	expect_equal "$(stdout | head -n 1 | cut -d ' ' -f 1-3)" "usage: assay $command"
	expect_stdout_line "$(echo "$overview" | sed -n "s/^  $command  *//p")."

	for word in --help -h; do
		test_that "$command $word is the same as help $command"
		run "$ASSAY" $command $word
		expect_status 0
		expect_same_file "$tap_folder/stdout" "$helps/$command"
	done

	test_that "help $command lists its options and no others"
	expect_equal "$(sed -n "/^Options:/,/^\$/s/^ *\(-.*\)/\1/p" "$helps/$command" | sed 's/  .*//; s/\([A-Z]\) .*/\1/')" \
		"$(echo "$promised" | sed -n "s/^$command //p")"
done

test_that 'each command has a one-line description in the imperative and an example'
must "$ASSAY" help
expect_equal "$(stdout | awk '/^  / && (length(substr($0, 15)) > 60 || $2 !~ /^[A-Z][a-z]*[^s:]:?$/)')" ''
for command in $commands; do
	expect_equal "$(grep -c "Example: assay $command" "$helps/$command")" 1
done

test_that '--help wins over errors elsewhere in the call'
run "$ASSAY" eval --help nothing --wrong
expect_status 0

test_that 'lines of help fit into 110 columns'
expect_equal "$(awk 'length($0) > 110' "$helps"/*)" ''

test_that '--version names the program and a version'
run "$ASSAY" --version
expect_status 0
expect_no_stderr
expect_equal "$(stdout | sed 's/[0-9][0-9]*\.[0-9][0-9]*\.[0-9][0-9]*$/N.N.N/')" 'assay N.N.N'

done_testing

#!/bin/sh
# The gate in a build: runs `assay gate`, writes its verdict to the summary of the build, and ends as the build shall end.
#
# What to do is in the environment, as action.yml sets it:
#   ASSAY      the program
#   TRUTH, BASELINE, RUN, MARGIN, MEASURES    as the gate takes them; an empty margin or list of measures is the gate's own
#   OPTIONS    further options of the gate, parted by blanks
#   UNDECIDED  what becomes of a build when nothing can be told yet: fail, or pass
#   JUNIT      a file for the verdict as JUnit's XML; empty: none
#   GITHUB_STEP_SUMMARY, GITHUB_OUTPUT        files of the build that are added to
set -u

# shellcheck disable=SC2086 # the options are words
gate() { # format
	"$ASSAY" gate "$TRUTH" "$BASELINE" "$RUN" ${MEASURES:+-m "$MEASURES"} ${MARGIN:+--margin "$MARGIN"} \
		${OPTIONS:-} --format "$1"
}

# An option of the build that is none is found before anything is done.
case ${UNDECIDED:=fail} in
fail | pass) ;;
*)
	echo "undecided is fail or pass, not '$UNDECIDED'" >&2
	exit 2
	;;
esac

summary=$(gate markdown)
status=$?
case $status in
0) verdict='not worse' ;;
3) verdict=worse ;;
4) verdict='cannot tell' ;;
*) exit $status ;; # the gate has said why
esac
if [ -n "${JUNIT:-}" ]; then
	said=$(gate junit 2>&1 >"$JUNIT")
	again=$?
	if [ $again -ne $status ]; then
		printf '%s\n' "$said" "assay gate ended with $status, and for JUnit with $again" >&2
		exit 1
	fi
fi

printf '%s\n' "$summary"
printf '### assay gate\n\n%s\n' "$summary" >>"${GITHUB_STEP_SUMMARY:-/dev/null}"
printf 'verdict=%s\n' "$verdict" >>"${GITHUB_OUTPUT:-/dev/null}"
[ $status -ne 4 ] || [ "$UNDECIDED" = fail ] || exit 0
exit $status

# `assay trec_eval`: trec_eval's options, lines and order of measures. Values follow from the definitions.
. "$SOURCE/tests/support/tap.sh"

# q1: c is unjudged, b and a are relevant at ranks 2 and 3. q2 has no results.
small_files() {
	lines truth.qrels 'q2 0 z 1' 'q1 0 a 2' 'q1 0 b 1' 'q1 0 d 0'
	lines a.run 'q1 Q0 c 1 9 mine' 'q1 Q0 b 2 8 mine' 'q1 Q0 a 3 7 mine'
}

line() { printf '%-22s\t%s\t%s\n' "$1" "$2" "$3"; }

test_that 'by default: the official measures on the questions of both files'
small_files
run "$ASSAY" trec_eval truth.qrels a.run
expect_equal "$(stdout | cut -f 1 | tr -d ' ' | tr '\n' ' ')" "runid num_q num_ret num_rel num_rel_ret map gm_map Rprec \
bpref recip_rank iprec_at_recall_0.00 iprec_at_recall_0.10 iprec_at_recall_0.20 iprec_at_recall_0.30 iprec_at_recall_0.40 \
iprec_at_recall_0.50 iprec_at_recall_0.60 iprec_at_recall_0.70 iprec_at_recall_0.80 iprec_at_recall_0.90 \
iprec_at_recall_1.00 P_5 P_10 P_15 P_20 P_30 P_100 P_200 P_500 P_1000 "
expect_stdout_line "$(line runid all mine)" "$(line num_q all 1)" "$(line num_rel all 2)" "$(line map all 0.5833)"
expect_stderr_has 'a answers 1 of 2 questions; the other questions are left out'

test_that 'measures come in its own order, whatever the order of -m, and each once'
small_files
run "$ASSAY" trec_eval -m P.5,2 -mrecip_rank -m num_q -m P -m P.7 truth.qrels a.run
expect_stdout "$(line num_q all 1)
$(line recip_rank all 0.5000)
$(line P_2 all 0.5000)
$(line P_5 all 0.4000)"

test_that '-q, -c and -n: each question by its qid, 0 without an answer, and no means'
small_files
run "$ASSAY" trec_eval -q -c -m recip_rank -m num_ret truth.qrels a.run
expect_stdout "$(line num_ret q1 3)
$(line recip_rank q1 0.5000)
$(line num_ret q2 0)
$(line recip_rank q2 0.0000)
$(line num_ret all 3)
$(line recip_rank all 0.2500)"
run "$ASSAY" trec_eval -n -q -q -m recip_rank truth.qrels a.run
expect_stdout "$(line recip_rank q1 0.5000)"

test_that '-l, -M and -J change the values, not the names'
small_files
run "$ASSAY" trec_eval -l2 -m recip_rank -m num_rel truth.qrels a.run
expect_stdout "$(line num_rel all 1)
$(line recip_rank all 0.3333)"
run "$ASSAY" trec_eval -M 2 -m num_ret -m map truth.qrels a.run
expect_stdout "$(line num_ret all 2)
$(line map all 0.2500)"
run "$ASSAY" trec_eval -J -m num_ret -m recip_rank truth.qrels a.run
expect_stdout "$(line num_ret all 2)
$(line recip_rank all 1.0000)"

# Two found, one wrong, none missed, 97 others of 100 documents. Precision is 1/2 up to recall 1/2, and 2/3 at 1.
test_that 'parameters appear in names as written; cutoffs become whole numbers'
small_files
run "$ASSAY" trec_eval -m utility.2,-1,0,0 -m 11pt_avg..5,1 -m ndcg_cut.2.9 -m set_F.1 truth.qrels a.run
expect_stdout_line "$(line utility_2,-1,0,0 all 3.0000)" "$(line 11pt_avg_.5,1 all 0.6667)" "$(line set_F_1 all 0.8000)"
expect_stdout_has 'ndcg_cut_2 '
run "$ASSAY" trec_eval -m utility.1,-1,0,0.1 -N 100 truth.qrels a.run
expect_stdout "$(line utility_1,-1,0,0.1 all 10.7000)"

test_that 'relstring and runid: a line of each question, and of the run'
small_files
run "$ASSAY" trec_eval -q -m relstring.2 -m runid truth.qrels a.run
expect_stdout "$(line relstring_2 q1 "'-1'")
$(line runid all mine)"
run "$ASSAY" trec_eval -m all_trec truth.qrels a.run
expect_stdout_has 'unj_20'
expect_stdout_lacks relstring

test_that '-Z: names with a Z in front of the columns'
small_files
lines reference.txt 'q1 map 0.0833 0.5' 'q1 num_ret 1 4'
run "$ASSAY" trec_eval -q -m map -m num_ret -m relstring -Z reference.txt truth.qrels a.run
expect_stdout "Znum_ret               ${TAB}q1${TAB}0.5000
Zmap                   ${TAB}q1${TAB}1.0001
relstring             ${TAB}q1${TAB}'-12'
Znum_ret               ${TAB}all${TAB}0.5000
Zmap                   ${TAB}all${TAB}1.0001"

test_that '-R sets the kind of judgments, and an unsuitable format is refused'
lines groups.qrels 'q1 1 a 1' 'q1 1 b 0' 'q1 2 b 1'
lines a.run 'q1 Q0 b 1 9 r' 'q1 Q0 a 2 8 r'
run "$ASSAY" trec_eval -R qrels_jg -m map_avgjg groups.qrels a.run # 1/2 for a's group, 1 for b's
expect_stdout "$(line map_avgjg all 0.7500)"
lines wins.prefs 'q1 1 1 a 1' 'q1 1 1 b 0'
run "$ASSAY" trec_eval -R prefs -T trec_results -m prefs_num_prefs_poss -m prefs_num_prefs_ful wins.prefs a.run
expect_stdout "$(line prefs_num_prefs_poss all 1)
$(line prefs_num_prefs_ful all 0)"
run "$ASSAY" trec_eval -R prefs groups.qrels a.run
expect_refused 1 '-R prefs'

# x and y have the same score. By trec_eval's rule for preferences x comes first, otherwise y.
test_that 'preferences: of tied documents trec_eval takes the smaller docid first'
lines wins.prefs 'q1 1 1 x 1' 'q1 1 1 y 0'
lines a.run 'q1 Q0 y 1 5 r' 'q1 Q0 x 2 5 r'
run "$ASSAY" trec_eval -R prefs -m prefs_num_prefs_ful wins.prefs a.run
expect_stdout "$(line prefs_num_prefs_ful all 1)"
run "$ASSAY" eval wins.prefs a.run -m prefs_num_prefs_ful --format tsv
expect_stdout "prefs_num_prefs_ful${TAB}0.0000"
run "$ASSAY" eval wins.prefs a.run -m prefs_num_prefs_ful --format tsv --ties docid-asc
expect_stdout "prefs_num_prefs_ful${TAB}1.0000"

test_that 'a link named trec_eval is the command, with exit status 1 or 2 for errors'
small_files
ln -s "$ASSAY" trec_eval
run ./trec_eval -c -m recip_rank truth.qrels a.run
expect_stdout "$(line recip_rank all 0.2500)"
run ./trec_eval truth.qrels
expect_refused 1 'usage: assay trec_eval QRELS RUN'
run ./trec_eval -m nDCG@10 truth.qrels a.run
expect_refused 1 "trec_eval has no measure 'nDCG@10'"
run ./trec_eval truth.qrels none.run
expect_refused 2 'none.run'

test_that 'eval takes -c and -l, which shows in the names of the measures'
small_files
run "$ASSAY" eval -c truth.qrels a.run -l 2 -m 'RR,P(rel=1)@2,nDCG' --format tsv
expect_stdout_has "RR(rel=2)${TAB}0.1667" "P(rel=1)@2${TAB}0.2500" "nDCG${TAB}"
run "$ASSAY" eval -c --questions both truth.qrels a.run
expect_refused 2 '--complete scores all questions'
run "$ASSAY" eval -l 0 truth.qrels a.run
expect_refused 2 '--level is a grade above 0'

done_testing

# `assay report`: a page with the results of the other commands, and nothing that a browser would run or fetch.
. "$SOURCE/tests/support/tap.sh"

# Two runs, one of them better. d1 answers q1, and d3 answers q2.
database() {
	lines d.tsv "d1${TAB}hoses that leak" "d2${TAB}filters" "d3${TAB}noise at night" "d4${TAB}prices"
	lines q.tsv "q1${TAB}why does it leak?" "q2${TAB}why is it loud?"
	lines good.run 'q1 Q0 d1 1 9 a' 'q1 Q0 d2 2 8 a' 'q1 Q0 d4 3 7 a' 'q2 Q0 d3 1 9 a' 'q2 Q0 d2 2 8 a' 'q2 Q0 d4 3 7 a'
	lines bad.run 'q1 Q0 d2 1 9 a' 'q1 Q0 d1 2 8 a' 'q2 Q0 d4 1 9 a' 'q2 Q0 d5 2 8 a'
	must "$ASSAY" import t.db --documents d.tsv --questions q.tsv --candidates good.run
}

answers() {
	case " $* " in
	*' d1 '*) echo d1 ;;
	*' d3 '*) echo d3 ;;
	esac
}

labelled() {
	database
	label_by answers
}

# Each element must be closed by its own end tag, in order.
balance() { # file
	tr '\n' ' ' <"$1" | sed 's/</\n</g' | awk '
		/^<!DOCTYPE/ || /^<meta / || /^<[^>]*\/>/ { next }
		/^<\// { sub(/^<\//, ""); sub(/>.*/, ""); if (open[depth--] != $0) { print "closed: " $0; exit } next }
		/^</ { sub(/^</, ""); sub(/[ >].*/, ""); open[++depth] = $0 }
		END { if (depth != 0) print depth " left open" }'
}

sections() { # file
	sed -n 's/^<h2>\(.*\)<\/h2>$/\1/p' "$1" | tr '\n' '|'
}

expect_harmless() { # file
	expect_equal "$(grep -ciE '<script|<iframe|<object|<img|<link|<base|<form| on[a-z]+="|javascript:|@import|url\(|https?:' "$1")" 0
	expect_equal "$(balance "$1")" ''
}

test_that 'a page has a section for each thing that is known'
prepared labelled
run "$ASSAY" report t.db good.run bad.run -o page.html
expect_status 0
expect_stdout ''
expect_equal "$(sections page.html)" \
	'Runs|Question by question|Scores over the votes|Progress|Labels|Annotators|The hardest questions|'
expect_harmless page.html

test_that 'the scores equal those of eval, the best run first'
prepared labelled
must "$ASSAY" eval t.db good.run bad.run -m RR@10 --format tsv
best=$(stdout | awk '$1 == "good" { print $3 }')
worst=$(stdout | awk '$1 == "bad" { print $3 }')
must "$ASSAY" report t.db bad.run good.run -m RR@10 --format markdown
expect_equal "$(stdout | sed -n '/^## Runs/,/^## Question/p' | awk '$2 == "good" || $2 == "bad" { print $2, $4 }')" \
	"good $best
bad $worst"
expect_stdout_line '| good | 0 |' '| bad | 1 |' # questions at 0

test_that 'only a page with charts explains them'
prepared labelled
must "$ASSAY" report t.db bad.run good.run -m RR@10
expect_stdout_has 'The dashed line is' 'pale is 0'
run "$ASSAY" report t.db bad.run good.run -m RR@10 --format markdown
expect_stdout_lacks 'dashed line'
expect_stdout_lacks 'pale is'

test_that 'progress refers to the sample'
prepared database
must "$ASSAY" set t.db sample 1
label_by answers
must "$ASSAY" report t.db --format markdown
expect_stdout_has '100 % done of the sample'
expect_equal "$(stdout | sed -n 's/^| \(done\|not in the sample\) *| *\([0-9]*\) .*/\1: \2/p')" 'done: 1
not in the sample: 1'

test_that 'ranked documents are marked as relevant, not relevant or not judged'
prepared labelled
must "$ASSAY" report t.db bad.run --format markdown
expect_stdout_has '| 1 | ○ d2 · filters |' '| 2 | ● d1 · hoses that leak |' '| 2 | ? d5 |'

test_that 'votes count for those who voted, not for those who only began'
prepared labelled
must "$ASSAY" label t.db --json --annotator gast
must "$ASSAY" report t.db --format markdown
expect_stdout_has '(of 1 annotator,'

test_that 'the figures of annotators equal those of status'
prepared labelled
must "$ASSAY" status t.db --format csv
votes=$(stdout | sed -n 's/^eve,\([0-9]*\),.*/\1/p')
must "$ASSAY" report t.db --format markdown
expect_equal "$(stdout | awk -F ' *[|] *' '$2 == "eve" { print $5 }')" "$votes"

test_that 'pairs decided again have the same name and figure as in status'
prepared labelled
must "$ASSAY" status t.db --format json
pairs=$(stdout | sed -n 's/.*"pairs_again":[^0-9]*\([0-9]*\).*/\1/p')
must "$ASSAY" report t.db --format markdown
expect_equal "$(stdout | awk -F ' *[|] *' '$2 == "annotator" { print $11 } $2 == "eve" { print $11 }')" "pairs again
$pairs"
expect_stdout_has 'Consistent: if an annotator'

# Ana and ben answered the same two ballots and agree on the first. gold is a source of judgments.
test_that 'the agreement of raters equals that of the command agreement'
prepared database
lines votes.jsonl '{"question":"q1","shown":["d1","d2","d4"],"chosen":"d1","annotator":"ana"}' \
	'{"question":"q1","shown":["d2","d1","d4"],"chosen":"d1","annotator":"ben"}' \
	'{"question":"q2","shown":["d2","d3","d4"],"chosen":"d3","annotator":"ana"}' \
	'{"question":"q2","shown":["d2","d3","d4"],"chosen":"d2","annotator":"ben"}'
lines gold.qrels 'q1 0 d1 3' 'q1 0 d2 0' 'q2 0 d3 3' 'q2 0 d4 1'
must "$ASSAY" import t.db --votes votes.jsonl
must "$ASSAY" import t.db --judgments gold.qrels --as gold
must "$ASSAY" agreement t.db --format csv --precision 2
of_ballots=$(stdout | awk -F , '$1 == "pair" { print $2, $3, $5, $6, $9, $10, $11, $12 }')
must "$ASSAY" agreement t.db --grades --format csv --precision 2
of_documents=$(stdout | tr -d '\r' | awk -F , 'NR > 1 { print $4, $1, $2, $3, $5, $6, $7, $8, $9, $10 }' | sort -rnk 1,1 -sk 2,3)
run "$ASSAY" report t.db --format markdown
expect_equal "$(stdout | sed -n '/same ballots/,/same documents/p' | awk -F ' *[|] *' '$3 == "ben" { print $2, $3, $4, $5, $6, $7, $8, $9 }')" \
	"$of_ballots"
expect_equal "$(stdout | sed -n '/same documents/,$p' | awk -F ' *[|] *' '$5 ~ /[0-9]/ { print $5, $2, $3, $4, $6, $7, $8, $9, $10, $11 }')" \
	"$of_documents"
must "$ASSAY" report t.db -o page.html
expect_harmless page.html

test_that 'with a single rater there is no section on agreement'
prepared labelled
must "$ASSAY" report t.db --format markdown
expect_stdout_lacks '## Agreement'

test_that 'the report says if no document was graded by two'
prepared database
lines votes.jsonl '{"question":"q1","shown":["d1","d2","d4"],"chosen":"d1","annotator":"ana"}' \
	'{"question":"q2","shown":["d2","d3","d4"],"chosen":"d2","annotator":"ben"}'
must "$ASSAY" import t.db --votes votes.jsonl
must "$ASSAY" report t.db --format markdown
expect_stdout_has 'No document was graded by two'

# Twelve questions, because fewer give no verdict. By hand the upper end is 1 - 2 0.025^(1/12) = -0.4707
# (Clopper–Pearson); with the caution of core/metric/statistics/bounds.h it is a little higher.
test_that 'with a baseline the page has the verdict of the gate'
seq 1 12 | awk '{ print "q" $1, 0, "d1", 1 > "t.qrels"; print "q" $1, 0, "d2", 0 > "t.qrels"; print "q" $1, "Q0", "d1", 1, 9, "a" > "good.run"
	print "q" $1, "Q0", "d2", 1, 9, "a" > "bad.run" }'
run "$ASSAY" gate t.qrels good.run bad.run -m nDCG@10 --format tsv
verdict=$(stdout | head -n 1)
must "$ASSAY" report t.qrels good.run bad.run --baseline good.run -m nDCG@10 --format markdown
expect_stdout_has '## Against the baseline' '| bad | -1.0000 | -1.0000 | -0.4681 | worse |'
expect_equal "$(echo "$verdict" | grep -c worse)" 1
must "$ASSAY" report t.qrels bad.run good.run --baseline bad.run -m nDCG@10 -o page.html
expect_equal "$(grep -c '<td>not worse</td>' page.html)" 1
expect_harmless page.html
must "$ASSAY" report t.qrels good.run bad.run --baseline good -m nDCG@10 --format markdown
expect_stdout_has '| bad | -1.0000 | -1.0000 | -0.4681 | worse |'

# The second run finds a document that nobody judged, so half of its results are holes.
test_that 'if less is better, the run with the least is the best and comes first'
lines t.qrels 'q1 0 d1 1' 'q1 0 d2 0' 'q2 0 d1 1' 'q2 0 d2 0'
lines full.run 'q1 Q0 d1 1 2 a' 'q1 Q0 d2 2 1 a' 'q2 Q0 d1 1 2 a' 'q2 Q0 d2 2 1 a'
lines holes.run 'q1 Q0 d1 1 2 b' 'q1 Q0 d2 2 1 b' 'q2 Q0 d1 1 2 b' 'q2 Q0 d9 2 1 b'
must "$ASSAY" report t.qrels holes.run full.run -m Holes@2 --format markdown
expect_stdout_has 'Best Holes@2: 0.0000 (full)'
expect_equal "$(stdout | grep '^| q[12] ' | head -n 1 | cut -d ' ' -f 2)" q2

data=$SOURCE/sample-data
test_that 'if the gate refuses, the page says why and gives no verdict'
awk 'NR % 2 { $3 = $3 "#1" } { print }' "$data/porter.run" >half.run
run "$ASSAY" gate "$data/judgments.qrels" "$data/porter.run" half.run
expect_status 1
must "$ASSAY" report "$data/judgments.qrels" "$data/porter.run" half.run --baseline "$data/porter.run" --format markdown
expect_stdout_has '| no verdict: its documents were renamed |' 'were they renamed?'
expect_stdout_lacks '| worse |'
lines none.qrels 'q1 0 d1 0' 'q1 0 d2 0'
lines a.run 'q1 Q0 d1 1 9 a'
lines b.run 'q1 Q0 d2 1 9 b'
must "$ASSAY" report none.qrels a.run b.run --baseline a.run --format markdown
expect_stdout_has '| no verdict: no document is relevant |' 'none.qrels: no document has a grade above 0, so no document is relevant and'

test_that 'remarks on the scores appear on the page, too'
prepared database
give '{"vote":1}'
must "$ASSAY" label t.db --json --annotator eve
run "$ASSAY" report t.db good.run bad.run -o page.html
expect_stderr_has 't.db: the scores use the 1 of 2 questions that have a vote, and 1 vote'
expect_equal "$(grep -c 't.db: the scores use the 1 of 2 questions that have a vote, and 1 vote' page.html)" 1
expect_harmless page.html

# Of 12 questions good finds all, middle half, bad none. Enumerating all assignments, 0.117 of them are at least 6
# apart, and 0.00001 are 12 apart.
test_that 'runs that share a letter do not differ significantly, others do'
seq 1 12 | awk '{ print "q" $1, 0, "d1", 1 > "t.qrels"; print "q" $1, 0, "d2", 0 > "t.qrels"; print "q" $1, "Q0", "d1", 1, 9, "a" > "good.run"
	print "q" $1, "Q0", "d2", 1, 9, "a" > "bad.run"; print "q" $1, "Q0", $1 % 2 ? "d1" : "d2", 1, 9, "a" > "middle.run" }'
must "$ASSAY" report t.qrels bad.run middle.run good.run -m P@1 --format markdown
expect_equal "$(stdout | sed -n '/^## Runs/,/^## Question/p' | awk -F ' *[|] *' '$3 ~ /[01][.]/ { print $2, $6 }')" 'good a
middle ab
bad b'
expect_stdout_has 'letter differ significantly in P@1' 'The test covers all pairs at once'
must "$ASSAY" report t.qrels bad.run middle.run good.run -m P@1 -o page.html
expect_equal "$(grep -c '<td class="n">ab</td>' page.html)" 1
expect_harmless page.html

test_that 'intervals equal those of eval'
prepared labelled
must "$ASSAY" eval t.db good.run bad.run -m nDCG@10 --interval --format csv
intervals=$(stdout | awk -F , 'NR > 1 { print $1, $4, $5 }')
must "$ASSAY" report t.db good.run bad.run -m nDCG@10 --format markdown
expect_equal "$(stdout | sed -n '/^## Runs/,/^## Question/p' | awk -F ' *[|] *' '$2 ~ /good|bad/ { print $2, $4, $5 }')" \
	"$intervals"
expect_stdout_has "the 95 % interval of nDCG@10 for questions like these"

test_that "with the estimator luce, too, the uncertainty of votes is included"
prepared labelled
must "$ASSAY" set t.db estimator luce
must "$ASSAY" eval t.db good.run -m nDCG@10 --interval --format csv
expect_equal "$(stdout | awk -F , 'NR > 1 { print ($6 < $3) }')" 1

test_that 'the same run twice is refused'
prepared labelled
ln good.run link.run
run "$ASSAY" report t.db good.run link.run -o page.html
expect_refused 1 'link.run is the same file as good.run; name different runs'
expect_equal "$(ls page.html 2>/dev/null)" ''

test_that 'the uncertainty from votes equals that of eval and compare'
prepared labelled
must "$ASSAY" eval t.db good.run bad.run -m nDCG@10 --interval --format csv
half=$(stdout | awk -F , '$1 == "bad" { printf "%.2f", $7 - $3 }')
must "$ASSAY" report t.db good.run bad.run -m nDCG@10 --precision 2 --format markdown
expect_equal "$(stdout | awk -F ' *[|] *' '$2 == "bad" && NF > 7 { print $6; exit }')" "$half"
must "$ASSAY" compare t.db good.run bad.run -m nDCG@10 --interval --format csv
half=$(stdout | awk -F , '$1 == "bad" { printf "%.2f", $9 - $5 }')
must "$ASSAY" report t.db bad.run good.run --baseline good.run -m nDCG@10 --precision 2 --format markdown
expect_equal "$(stdout | sed -n '/^## Against/,$p' | awk -F ' *[|] *' '$2 == "bad" { print $6; exit }')" "$half"

test_that 'a single run gets no letters'
lines t.qrels 'q1 0 d1 1'
lines good.run 'q1 Q0 d1 1 9 a'
must "$ASSAY" report t.qrels good.run --format markdown
expect_equal "$(stdout | grep -c letters)" 0

test_that 'for more than 52 runs the report says that letters are left out'
lines t.qrels 'q1 0 d1 1'
for i in $(seq 1 53); do
	lines "$i.run" 'q1 Q0 d1 1 9 a'
done
must "$ASSAY" report t.qrels ./*.run --format markdown
expect_stdout_has 'Letters of significance are left out: there are more than 52 runs.'
rm 1.run
must "$ASSAY" report t.qrels ./*.run -m P@1 --format markdown
expect_equal "$(stdout | grep -c '| a |')" 52

test_that 'letters are left out if documents were renamed'
awk 'NR % 2 { $3 = $3 "#1" } { print }' "$data/porter.run" >half.run
must "$ASSAY" report "$data/judgments.qrels" "$data/porter.run" half.run --format markdown
expect_stdout_has 'Letters of significance are left out: documents of half were renamed.'

test_that 'letters use the questions on which all runs are scored'
lines t.qrels 'q1 0 d1 1' 'q2 0 d1 1'
lines one.run 'q1 Q0 d1 1 9 a'
lines other.run 'q2 Q0 d1 1 9 a'
must "$ASSAY" report t.qrels one.run other.run --questions both --format markdown
expect_stdout_has 'no question is scored for all runs'

test_that 'the baseline must be one of the runs'
prepared database
run "$ASSAY" report t.db good.run --baseline bad.run
expect_refused 2 'bad.run' 'name it among the runs'
mkdir -p old
cp bad.run old/good.run
run "$ASSAY" report t.db good.run old/good.run --baseline good
expect_refused 2 "--baseline 'good': 2 runs have this name; give the path of the baseline"
lines t.qrels 'q1 0 d1 1'
must "$ASSAY" report t.qrels good.run old/good.run --baseline old/good.run --format markdown
expect_stdout_has "## Against the baseline"

test_that 'before the first vote there is progress, and nothing else'
prepared database
run "$ASSAY" report t.db -o page.html
expect_status 0
expect_no_stderr
expect_equal "$(sections page.html)" 'Progress|'
expect_harmless page.html

test_that 'one ballot and one question are written in the singular'
prepared database
give '{"vote":1}'
must "$ASSAY" label t.db --json --annotator eve
must "$ASSAY" report t.db --format markdown
expect_stdout_has '1 ballot is answered and ' ', on 1 question: '

test_that 'judgments in a file can be the truth'
prepared database
lines t.qrels 'q1 0 d1 2' 'q1 0 d2 0' 'q2 0 d3 1' 'q2 0 d4 0'
run "$ASSAY" report t.qrels good.run -o page.html
expect_status 0
expect_equal "$(sections page.html)" 'Runs|Question by question|Labels|The hardest questions|'
expect_harmless page.html

test_that 'the same votes give the same page, except for its date'
prepared labelled
must "$ASSAY" report t.db good.run bad.run -o one.html
must "$ASSAY" report t.db good.run bad.run -o two.html
sed '/^<p>.* Made by assay/d' one.html >one
sed '/^<p>.* Made by assay/d' two.html >two
expect_same_file one two

escape=$(printf '\033')
script='<script>alert(1)</script>'
test_that 'markup in ids, texts, names and titles is shown as text'
printf '{"id":"<img/src=x>","text":"%s","title":"</style>%s"}\n' "$script" '<b onclick=\"x\">' >d.jsonl
printf '{"id":"d2","text":"\\u001b[31mred \\u202eleft"}\n{"id":"d3","text":"x"}\n' >>d.jsonl
printf '{"id":"\\"><svg/onload=x>","text":"</h3>%s & \\u001b]0;x"}\n' "$script" >q.jsonl
printf '"><svg/onload=x> Q0 %s\n' '<img/src=x> 1 9 a' 'd2 2 8 a' 'd3 3 7 a' >'<i>.run'
must "$ASSAY" import t.db --documents d.jsonl --questions q.jsonl --candidates '<i>.run'
give '{"vote":1}'
must "$ASSAY" label t.db --json --annotator '<u>eve'
run "$ASSAY" report t.db '<i>.run' --title "$script" -o page.html
expect_status 0
expect_harmless page.html
run cat page.html
expect_stdout_has '&lt;script&gt;alert(1)&lt;/script&gt;' '&quot;&gt;&lt;svg/onload=x&gt;' '&lt;u&gt;eve' '&lt;i&gt;'
expect_stdout_lacks "$escape" "$(printf '\342\200\256')"

test_that 'Markdown shows markup as text, too'
lines q.tsv "q1${TAB}<b>bold</b> *stars* [link](x)"
lines d.tsv "d1${TAB}a|b" "d2${TAB}c"
lines a.run 'q1 Q0 d1 1 9 a' 'q1 Q0 d2 2 8 a'
lines t.qrels 'q1 0 d1 1'
must "$ASSAY" import t.db --documents d.tsv --questions q.tsv --candidates a.run --judgments t.qrels
must "$ASSAY" report t.db a.run --judgments t.qrels --format markdown
expect_stdout_has '### q1 \<b>bold\</b> \*stars\* \[link\](x)' 'd1 · a\|b'

test_that 'of many questions a readable number is listed, and the page says so'
seq 1 300 | awk '{ print "q" $1, 0, "d1", 1 > "t.qrels"; print "q" $1, "Q0", "d" $1 % 7, 1, 9, "a" > "a.run" }'
must "$ASSAY" report t.qrels a.run --format markdown
expect_stdout_has 'the 200 hardest of 300 questions' 'The 10 of 300 questions' 'nDCG@10 of 2 questions at a time'

test_that 'standard input cannot be a run, because it is read once'
lines t.qrels 'q1 0 d1 1'
run "$ASSAY" report t.qrels -
expect_refused 2 'standard input' 'name a file'

test_that 'a database is not written over'
prepared database
run "$ASSAY" report t.db -o t.db
expect_refused 2 't.db: this is a database'

test_that 'a run that is read is not written over'
prepared database
run "$ASSAY" report t.db good.run -o good.run
expect_refused 2 'good.run: the command reads this file, so it does not overwrite it'

test_that 'a run of other questions is refused, and no page is written'
prepared labelled
lines other.run 'x Q0 d1 1 9 a'
run "$ASSAY" report t.db other.run -o page.html
expect_refused 1 'other.run' 'no question in common'
expect_missing page.html

test_that 'a margin without a baseline is refused'
prepared database
lines t.qrels 'q1 0 d1 1' 'q2 0 d3 1'
run "$ASSAY" report t.qrels good.run bad.run --margin 0.1
expect_refused 2 '--margin needs a baseline; add --baseline RUN'

done_testing

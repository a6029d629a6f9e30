# reference-scores.awk - score a run against judgments, independently of assay.
#
#   LC_ALL=C awk -f reference-scores.awk [-v per_question=1] QRELS RUN
#
# QRELS: qid iter docid grade      RUN: qid Q0 docid rank score tag
#
# Prints "measure<TAB>value", the mean over all questions of QRELS, with 17
# significant digits. With per_question=1 it prints "qid<TAB>measure<TAB>value"
# for every question first (sorted by bytes), then "all<TAB>measure<TAB>value".
#
# It is written to be read next to the definitions, not to be fast. POSIX awk;
# LC_ALL=C makes every comparison of strings a comparison of bytes.
#
# Relevant means grade >= 1; R is the number of relevant documents judged.
# The ranking is by score descending, equal scores by document id descending;
# the rank column is not looked at. A question without results scores 0.
#
#   P@k        relevant documents in the top k / k
#   R@k        relevant documents in the top k / R              (0 if R is 0)
#   F1@k       2 P R / (P + R)                                  (0 if both are 0)
#   Success@k  1 if there is a relevant document in the top k, else 0
#   RR@k       1 / rank of the first relevant one in the top k, else 0
#   AP         sum of P@i over the ranks i of relevant ones / R (0 if R is 0)
#   nDCG@k     sum of grade / log2(rank + 1) over the top k, divided by the same
#              sum for the best ranking the judgments allow; a document that is
#              not judged or has a negative grade adds nothing  (0 if ideal is 0)
#   Judged@k   judged documents in the top k / min(k, number retrieved)

BEGIN {
	n_measures = split("nDCG@10 RR@10 Success@5 P@5 R@10 F1@5 AP Judged@10", measure, " ")
	MIN_REL = 1
}

# Blank lines are ignored.
NF == 0 { next }

# First file: judgments. The last grade given for a pair counts.
FILENAME == ARGV[1] {
	if (!($1 in is_question)) {
		is_question[$1] = 1
		question[++n_questions] = $1
	}
	if (!(($1, $3) in grade)) {
		n_judged[$1]++
		judged_doc[$1, n_judged[$1]] = $3
	}
	grade[$1, $3] = $4 + 0
	next
}

# Second file: the run. Lines of questions without judgments are left out.
$1 in is_question {
	n_retrieved[$1]++
	run_doc[$1, n_retrieved[$1]] = $3
	run_score[$1, n_retrieved[$1]] = $5 + 0
}

function log2(x) { return log(x) / log(2) }

# Does (score a, document a) come before (score b, document b)?
# The ids are compared as strings even when they look like numbers.
function before(score_a, doc_a, score_b, doc_b) {
	if (score_a != score_b)
		return score_a > score_b
	return (doc_a "") > (doc_b "")
}

# doc[1..n] := the documents retrieved for q, best first (insertion sort).
function rank_documents(q,    i, j, n, d, s) {
	n = n_retrieved[q] + 0
	for (i = 1; i <= n; i++) {
		d = run_doc[q, i]
		s = run_score[q, i]
		for (j = i - 1; j >= 1 && before(s, d, score[j], doc[j]); j--) {
			doc[j + 1] = doc[j]
			score[j + 1] = score[j]
		}
		doc[j + 1] = d
		score[j + 1] = s
	}
	return n
}

# Whether the document at rank i of the ranking for q is judged or relevant, and its gain.
function is_judged(q, i)   { return (q, doc[i]) in grade }
function is_relevant(q, i) { return is_judged(q, i) && grade[q, doc[i]] >= MIN_REL }
function gain(q, i)        { return is_judged(q, i) && grade[q, doc[i]] > 0 ? grade[q, doc[i]] : 0 }

function min(a, b) { return a < b ? a : b }

# Counts the relevant documents among the first k of n results.
function relevant_in_top(q, n, k,    i, count) {
	count = 0
	for (i = 1; i <= min(k, n); i++)
		if (is_relevant(q, i))
			count++
	return count
}

# Counts all relevant documents: R.
function relevant_total(q,    i, count) {
	count = 0
	for (i = 1; i <= n_judged[q]; i++)
		if (grade[q, judged_doc[q, i]] >= MIN_REL)
			count++
	return count
}

function precision(q, n, k) { return relevant_in_top(q, n, k) / k }

function recall(q, n, k,    R) {
	R = relevant_total(q)
	return R > 0 ? relevant_in_top(q, n, k) / R : 0
}

function f1(q, n, k,    p, r) {
	p = precision(q, n, k)
	r = recall(q, n, k)
	return p + r > 0 ? 2 * p * r / (p + r) : 0
}

function reciprocal_rank(q, n, k,    i) {
	for (i = 1; i <= min(k, n); i++)
		if (is_relevant(q, i))
			return 1 / i
	return 0
}

function average_precision(q, n,    i, found, sum, R) {
	R = relevant_total(q)
	if (R == 0)
		return 0
	found = sum = 0
	for (i = 1; i <= n; i++)
		if (is_relevant(q, i)) {
			found++
			sum += found / i
		}
	return sum / R
}

# The best DCG possible: the grades of the judgments in descending order.
function ideal_dcg(q, k,    i, j, g, n, best, sum) {
	n = n_judged[q]
	for (i = 1; i <= n; i++) {
		g = grade[q, judged_doc[q, i]]
		for (j = i - 1; j >= 1 && g > best[j]; j--)
			best[j + 1] = best[j]
		best[j + 1] = g
	}
	sum = 0
	for (i = 1; i <= min(k, n); i++)
		if (best[i] > 0)
			sum += best[i] / log2(i + 1)
	return sum
}

function ndcg(q, n, k,    i, sum, ideal) {
	ideal = ideal_dcg(q, k)
	if (ideal == 0)
		return 0
	sum = 0
	for (i = 1; i <= min(k, n); i++)
		sum += gain(q, i) / log2(i + 1)
	return sum / ideal
}

function judged(q, n, k,    i, count) {
	if (n == 0)
		return 0
	count = 0
	for (i = 1; i <= min(k, n); i++)
		if (is_judged(q, i))
			count++
	return count / min(k, n)
}

function value(name, q, n) {
	if (name == "nDCG@10")   return ndcg(q, n, 10)
	if (name == "RR@10")     return reciprocal_rank(q, n, 10)
	if (name == "Success@5") return relevant_in_top(q, n, 5) > 0 ? 1 : 0
	if (name == "P@5")       return precision(q, n, 5)
	if (name == "R@10")      return recall(q, n, 10)
	if (name == "F1@5")      return f1(q, n, 5)
	if (name == "AP")        return average_precision(q, n)
	if (name == "Judged@10") return judged(q, n, 10)
}

function sort_questions(    i, j, q) {
	for (i = 2; i <= n_questions; i++) {
		q = question[i]
		for (j = i - 1; j >= 1 && (question[j] "") > (q ""); j--)
			question[j + 1] = question[j]
		question[j + 1] = q
	}
}

END {
	sort_questions()
	for (i = 1; i <= n_questions; i++) {
		q = question[i]
		n = rank_documents(q)
		for (m = 1; m <= n_measures; m++) {
			v = value(measure[m], q, n)
			sum[m] += v
			if (per_question)
				printf "%s\t%s\t%.17g\n", q, measure[m], v
		}
	}
	for (m = 1; m <= n_measures; m++)
		printf "%s%s\t%.17g\n", per_question ? "all\t" : "", measure[m], n_questions ? sum[m] / n_questions : 0
}

#!/usr/bin/env python3
"""Computes measures from their definitions, for the golden cases.

    definitions.py CASE…                adds the lines to CASE/expected.tsv
    definitions.py --float32 CASE…      adds the lines for scores in single precision to CASE/float32.tsv
    definitions.py --subtopics CASE…    the same for a case whose second column is a subtopic
    definitions.py --preferences CASE…  the same for preferences: qid group subgroup docid level

It goes through whole rankings, rank by rank, with a gain for each rank, and shares nothing with
the program, which looks only at the judged documents. Ties are ordered by docid, descending.
"""
import copy
import math
import struct
import sys

SOURCE = "tests/golden/definitions.py"


def single(score):
    try:
        return struct.unpack("f", struct.pack("f", score))[0]
    except OverflowError:
        return math.copysign(math.inf, score)


def read_run(case, exactness=float):
    run = {}
    with open(case + "/run.txt", "rb") as lines:
        for line in lines:
            columns = line.split()
            if columns:
                run.setdefault(columns[0], []).append((exactness(float(columns[4])), columns[2]))
    return run


def read(case, exactness):
    qrels = {}
    with open(case + "/qrels.txt", "rb") as lines:
        for line in lines:
            columns = line.split()
            if columns:
                qrels.setdefault(columns[0], {})[columns[2]] = float(columns[3])
    return qrels, read_run(case, exactness)


class Question:
    def __init__(self, judged, retrieved):
        order = [docid for _, docid in sorted(retrieved, reverse=True)]
        self.grades = [judged.get(docid) for docid in order]  # None: unjudged
        self.all = sorted(judged.values(), reverse=True)
        self.n = len(order)

    def relevant(self, rel=1):
        return [grade is not None and grade >= rel for grade in self.grades]

    def count(self, rel=1):
        return sum(grade >= rel for grade in self.all)

    def gains(self):
        return [max(grade or 0, 0) for grade in self.grades]

    def ideal(self):
        return [max(grade, 0) for grade in self.all]

    def judged_only(self):
        """Returns what trec_eval -J keeps: a document with a negative grade counts as unjudged."""
        left = copy.copy(self)
        left.grades = [grade for grade in self.grades if grade is not None and grade >= 0]
        left.n = len(left.grades)
        return left


def div(a, b):
    return a / b if b else 0.0


def dcg(gains, k=None):
    return sum(gain / math.log2(rank + 1) for rank, gain in enumerate(gains[:k], 1))


def average_precision(q):
    found, total = 0, 0.0
    for rank, hit in enumerate(q.relevant(), 1):
        if hit:
            found += 1
            total += found / rank
    return div(total, q.count()), total


def reciprocal_rank(q):
    return next((1 / rank for rank, hit in enumerate(q.relevant(), 1) if hit), 0)


def interpolated(q, enough):
    found, best = 0, 0.0
    for rank, hit in enumerate(q.relevant(), 1):
        found += hit
        if found >= enough and found:
            best = max(best, found / rank)
    return best


def ndcg_rel(q):
    gains, ideal = q.gains(), [gain for gain in q.ideal() if gain > 0]
    values = [dcg(gains, rank) / dcg(ideal, rank) for rank, gain in enumerate(gains, 1) if gain > 0]
    values += [div(dcg(gains), dcg(ideal))] * (len(ideal) - len(values))
    return div(sum(values), len(values))


def rndcg(q):
    gains, ideal = q.gains(), [gain for gain in q.ideal() if gain > 0]
    ends = [i for i in range(1, len(ideal) + 1) if i == len(ideal) or ideal[i] != ideal[i - 1]]
    values = [dcg(gains, end) / dcg(ideal, end) for end in ends]
    if ideal and q.n > len(ideal) + 1:
        values.append(dcg(gains) / dcg(ideal))
    return div(sum(values), len(values))


def normalized_gain(q):
    ideal = q.ideal() + [0] * q.n
    cost = gained = total = 0.0
    for rank, gain in enumerate(q.gains()):
        cost += max(ideal[rank], 1)
        gained += gain
        total += gain / math.log2(2 + cost - gained)
    return div(total, sum(q.ideal()))


def binary_gain(q):
    wrong, total = 0, 0.0
    for hit in q.relevant():
        if hit:
            total += 1 / math.log2(2 + wrong)
        wrong += not hit
    return div(total, q.count())


def q_measure(q, beta=1.0):
    ideal = q.ideal() + [0] * q.n
    found = gained = best = total = 0.0
    for rank, gain in enumerate(q.gains(), 1):
        best += ideal[rank - 1]
        gained += gain
        found += gain > 0
        if gain > 0:
            total += (found + beta * gained) / (rank + beta * best)
    return div(total, sum(gain > 0 for gain in q.ideal()))


def accuracy(q):
    right = pairs = 0
    hits = q.relevant()
    for i, hit in enumerate(hits):
        if hit:
            right += sum(not other for other in hits[i + 1:])
            pairs += sum(not other for other in hits)
    return right / pairs if pairs else float(any(hits))


def multiple(q, x):
    depth = int(x * q.count() + 0.9)
    return div(sum(q.relevant()[:depth]), depth)


def graded_rbp(q, p):
    highest = max([1] + q.all[:1])
    return (1 - p) * sum(gain / highest * p ** i for i, gain in enumerate(q.gains()))


def residual(q, p):
    unknown = sum(p ** i for i, grade in enumerate(q.grades) if grade is None or grade < 0)
    return p ** q.n + (1 - p) * unknown


def reader(q, go_on, low=0.0, high=4.0, depth=1000):
    gains = [(min(max(gain, low), high) - low) / (high - low) for gain in q.gains()][:depth]
    gains += [0.0] * (depth - len(gains))
    chances, gained = [1.0], 0.0
    for rank, gain in enumerate(gains[:-1], 1):
        gained += gain
        chances.append(chances[-1] * go_on(rank, gain, gained))
    return sum(c * g for c, g in zip(chances, gains)) / sum(chances)


def insq(rank, goal):
    return ((rank + 2 * goal - 1) / (rank + 2 * goal)) ** 2


def inst(rank, gained, goal):
    left = goal - gained
    return ((rank + goal + left - 1) / (rank + goal + left)) ** 2


def time_biased_gain(q, half_life=224.0, words=500.0, k=None):
    now = total = 0.0
    for hit in q.relevant()[:k]:
        if hit:
            total += 0.64 * 0.77 * math.exp(-now * math.log(2) / half_life)
        now += 4.4 + (0.018 * words + 7.8) * (0.64 if hit else 0.39)
    return total


def log_at_least(value):
    return math.log(max(value, 1e-5))


def unjudged(q, k):
    return sum(grade is None or grade < 0 for grade in q.grades[:k]) / k


def utility(q, worth, collection=0):
    found = sum(q.relevant())
    wrong, missed = q.n - found, q.count() - found
    others = collection - (q.n + missed)
    return worth[0] * found + worth[1] * wrong + worth[2] * missed + (worth[3] * others if worth[3:] else 0)


def bpref(q):
    relevant, wrong = q.count(), sum(0 <= grade < 1 for grade in q.all)
    above, total = 0, 0.0
    for grade in q.grades:
        if grade is None or grade < 0:
            continue
        if grade >= 1:
            total += 1 - (min(above, relevant) / min(wrong, relevant) if above else 0)
        else:
            above += 1
    return div(total, relevant)


MEASURES = {
    "IDCG": lambda q: dcg(q.ideal()),
    "IDCG@5": lambda q: dcg(q.ideal(), 5),
    "nDCG_rel": ndcg_rel,
    "RnDCG": rndcg,
    "G": normalized_gain,
    "BinG": binary_gain,
    "Q": q_measure,
    "Q(beta=10)": lambda q: q_measure(q, 10),
    "Hits@10": lambda q: float(sum(q.relevant()[:10])),
    "Accuracy": accuracy,
    "RelP@5": lambda q: div(sum(q.relevant()[:5]), min(5, q.count())),
    "RelP@100": lambda q: div(sum(q.relevant()[:100]), min(100, q.count())),
    "YAAP": lambda q: math.log((1 + average_precision(q)[1]) / (1 + q.count() - average_precision(q)[1])),
    "Rprec_mult@0.2": lambda q: multiple(q, 0.2),
    "Rprec_mult@2": lambda q: multiple(q, 2.0),
    "11pt_avg": lambda q: sum(interpolated(q, math.floor(i / 10 * q.count() + 0.5)) for i in range(11)) / 11,
    "RBP": lambda q: graded_rbp(q, 0.8),
    "RBP(p=0.9)": lambda q: graded_rbp(q, 0.9),
    "RBPResidual": lambda q: residual(q, 0.9),
    "SDCG@10": lambda q: reader(q, lambda i, g, s: math.log2(i + 1) / math.log2(i + 2) if i < 10 else 0),
    "BPM@10": lambda q: reader(q, lambda i, g, s: float(i < 10 and s < 1)),
    "BPM(T=0.5,max_rel=5)@30": lambda q: reader(q, lambda i, g, s: float(i < 30 and s < 0.5), high=5.0),
    "INST": lambda q: reader(q, lambda i, g, s: inst(i, s, 1)),
    "INST(T=3,min_rel=1)": lambda q: reader(q, lambda i, g, s: inst(i, s, 3), low=1.0),
    "INSQ": lambda q: reader(q, lambda i, g, s: insq(i, 1)),
    "NERR8@10": lambda q: reader(q, lambda i, g, s: (1 - g) if i < 10 else 0),
    "NERR9@10": lambda q: reader(q, lambda i, g, s: i / (i + 1) * (1 - g) if i < 10 else 0),
    "NERR10": lambda q: reader(q, lambda i, g, s: 0.9 * (1 - g)),
    "NERR11": lambda q: reader(q, lambda i, g, s: insq(i, 1) * (1 - g)),
    "TBG": time_biased_gain,
    "TBG(half_life=60,words=0)@10": lambda q: time_biased_gain(q, 60.0, 0.0, 10),
    "SetRelP": lambda q: div(sum(q.relevant()), min(q.n, q.count())),
    "Utility": lambda q: utility(q, (1, -1, 0)),
    "Utility(worth={2,-0.5,-1})": lambda q: utility(q, (2, -0.5, -1)),
    "Utility(worth={2,-0.5,-1,0.25},collection=5000)": lambda q: utility(q, (2, -0.5, -1, 0.25), 5000),
    "Unjudged@10": lambda q: unjudged(q, 10),
    "NumRet(rel=2)": lambda q: float(sum(q.relevant(2))),
    "AP(judged_only=True)": lambda q: average_precision(q.judged_only())[0],
    "RR(judged_only=True)": lambda q: reciprocal_rank(q.judged_only()),
    "P(judged_only=True)@5": lambda q: sum(q.judged_only().relevant()[:5]) / 5,
    "SetP(judged_only=True)": lambda q: div(sum(q.relevant()), q.judged_only().n),
    "nDCG(judged_only=True)@10": lambda q: div(dcg(q.judged_only().gains(), 10), dcg(q.ideal(), 10)),
    "RBP(judged_only=True)": lambda q: graded_rbp(q.judged_only(), 0.8),
    "NumNonRelRet": lambda q: float(sum(grade is not None and 0 <= grade < 1 for grade in q.grades)),
}
GEOMETRIC = {"GMAP": lambda q: average_precision(q)[0], "GMBpref": bpref}



# --- Subtopics ----------------------------------------------------------------

class Diverse:
    """A question each of whose documents is relevant to some of its subtopics."""

    def __init__(self, lines, retrieved):
        self.names = sorted({subtopic for subtopic, _, _ in lines})
        self.lines = lines
        self.judged = {docid for _, docid, _ in lines}
        self.order = [docid for _, docid in sorted(retrieved, reverse=True)]

    def met(self, rel):
        """Returns for each document the subtopics to which it is relevant."""
        met = {docid: set() for docid in self.judged}
        for subtopic, docid, grade in self.lines:
            if grade >= rel:
                met[docid].add(subtopic)
        return met


def read_subtopics(case):
    lines, run = {}, read_run(case)
    with open(case + "/qrels.txt", "rb") as qrels:
        for line in qrels:
            qid, subtopic, docid, grade = line.split()
            lines.setdefault(qid, []).append((subtopic, docid, float(grade)))
    return {qid: Diverse(of, run.get(qid, [])) for qid, of in lines.items()}


def novelties(order, met, alpha):
    """Returns the novelty of each document of a ranking (Clarke et al., SIGIR 2008, eq. 1)."""
    seen, gains = {}, []
    for docid in order:
        gains.append(sum((1 - alpha) ** seen.get(subtopic, 0) for subtopic in met.get(docid, ())))
        for subtopic in met.get(docid, ()):
            seen[subtopic] = seen.get(subtopic, 0) + 1
    return gains


def best_order(met, alpha):
    """Returns the greedy order: each time the document with the highest novelty, on a tie the last."""
    order, left = [], set(met)
    while left:
        docid = max(left, key=lambda d: (novelties(order + [d], met, alpha)[-1], d))
        order.append(docid)
        left.remove(docid)
    return order


def by_log(rank):
    return 1 / math.log2(rank + 1)


def by_rank(rank):
    return 1 / rank


def novelty_sum(gains, weigh, k=None):
    return sum(gain * weigh(rank) for rank, gain in enumerate(gains[:k], 1))


def normalized(weigh, k=None, alpha=0.5, rel=1):
    def value(q):
        met = q.met(rel)
        best = novelties(best_order(met, alpha), met, alpha)
        return div(novelty_sum(novelties(q.order, met, alpha), weigh, k), novelty_sum(best, weigh, k))
    return value


def over_all(weigh, k, alpha=0.5, rel=1, judged_only=False):
    def value(q):
        met = q.met(rel)
        there = len(set().union(*met.values()))
        order = [docid for docid in q.order if docid in met or not judged_only]
        perfect = novelties(["all"] * k, {"all": set(range(there))}, alpha)
        return div(novelty_sum(novelties(order, met, alpha), weigh, k), novelty_sum(perfect, weigh))
    return value


def nrbp(q, alpha=0.5, beta=0.5, rel=1):
    met = q.met(rel)
    there = len(set().union(*met.values()))
    total = novelty_sum(novelties(q.order, met, alpha), lambda rank: beta ** (rank - 1))
    return div((1 - (1 - alpha) * beta) * total, there)


def of_subtopics(q, value, rel=1, only_met=True):
    """Returns the mean of a plain measure over the subtopics, each as if it were the question."""
    values = []
    for name in q.names:
        judged = {docid: grade for subtopic, docid, grade in q.lines if subtopic == name}
        plain = Question({}, [])
        plain.grades = [judged.get(docid) for docid in q.order]
        plain.all = sorted(judged.values(), reverse=True)
        plain.n = len(q.order)
        if plain.count(rel) or not only_met:
            values.append(value(plain))
    return div(sum(values), len(values))


def precision(q, k, rel=1):
    return sum(q.relevant(rel)[:k]) / k


SUBTOPIC_MEASURES = {
    "alpha_nDCG@5": normalized(by_log, 5),
    "alpha_nDCG@20": normalized(by_log, 20),
    "alpha_nDCG": normalized(by_log),
    "alpha_nDCG(alpha=0.75)@10": normalized(by_log, 10, alpha=0.75),
    "alpha_nDCG(alpha=0)@10": normalized(by_log, 10, alpha=0),
    "alpha_nDCG(alpha=1)@10": normalized(by_log, 10, alpha=1),
    "alpha_DCG@1": over_all(by_log, 1),
    "alpha_DCG@10": over_all(by_log, 10),
    "alpha_DCG(alpha=0.25)@10": over_all(by_log, 10, alpha=0.25),
    "alpha_DCG(judged_only=True)@10": over_all(by_log, 10, judged_only=True),
    "ERR_IA@5": over_all(by_rank, 5),
    "ERR_IA@20": over_all(by_rank, 20),
    "ERR_IA(rel=2)@10": over_all(by_rank, 10, rel=2),
    "nERR_IA@10": normalized(by_rank, 10),
    "nERR_IA(rel=2)@20": normalized(by_rank, 20, rel=2),
    "NRBP": nrbp,
    "NRBP(beta=0.8,alpha=0.25)": lambda q: nrbp(q, alpha=0.25, beta=0.8),
    "nNRBP": normalized(lambda rank: 0.5 ** (rank - 1)),
    "nNRBP(beta=0.8)": normalized(lambda rank: 0.8 ** (rank - 1)),
    "AP_IA": lambda q: of_subtopics(q, lambda s: average_precision(s)[0]),
    "P_IA@5": lambda q: of_subtopics(q, lambda s: precision(s, 5)),
    "P_IA(rel=2)@10": lambda q: of_subtopics(q, lambda s: precision(s, 10, rel=2), rel=2),
    "StRecall@5": lambda q: of_subtopics(q, lambda s: float(any(s.relevant()[:5]))),
    "StRecall": lambda q: of_subtopics(q, lambda s: float(any(s.relevant()))),
    "AP_avgjg": lambda q: of_subtopics(q, lambda s: average_precision(s)[0], only_met=False),
    "P_avgjg@10": lambda q: of_subtopics(q, lambda s: precision(s, 10), only_met=False),
    "Rprec_mult_avgjg@0.6": lambda q: of_subtopics(q, lambda s: multiple(s, 0.6), only_met=False),
}


# --- Preferences --------------------------------------------------------------

class Preferring:
    """The pairs (better, worse) of each judgment group, and the rank of each document."""

    def __init__(self, lines, retrieved):
        order = [docid for _, docid in sorted(retrieved, reverse=True)]
        self.rank = {docid: rank for rank, docid in enumerate(order, 1)}
        self.groups, self.levels = [], []
        for name in sorted({group for group, _, _, _ in lines}):
            own = [line[1:] for line in lines if line[0] == name]
            pairs = {(a, b) for s, a, high in own for t, b, low in own if s == t and high > low}
            while True:
                more = {(a, d) for a, b in pairs for c, d in pairs if b == c} - pairs
                if not more:
                    break
                pairs |= more
            self.groups.append(pairs)
            self.levels.append({docid: level for _, docid, level in own})

    def counting(self, pairs, least):
        return {(a, b) for a, b in pairs if (a in self.rank) + (b in self.rank) >= least}

    def fulfilled(self, pairs):
        last = float("inf")
        return {(a, b) for a, b in pairs if self.rank.get(a, last) < self.rank.get(b, last)}


def prefs_simp(q, least=0):
    possible = [q.counting(pairs, least) for pairs in q.groups]
    return div(sum(len(q.fulfilled(p)) for p in possible), sum(map(len, possible)))


def prefs_avgjg(q, least=0):
    possible = [q.counting(pairs, least) for pairs in q.groups]
    return div(sum(div(len(q.fulfilled(p)), len(p)) for p in possible), len(possible))


def prefs_pair(q, least=0):
    shares = {}
    for pairs in q.groups:
        for a, b in q.counting(pairs, least):
            shares.setdefault(frozenset((a, b)), []).append((a, b) in q.fulfilled({(a, b)}))
    return div(sum(sum(votes) / len(votes) for votes in shares.values()), len(shares))


def prefs_balanced(q, least=0):
    total = 0.0
    for pairs, levels in zip(q.groups, q.levels):
        there = [docid for docid in levels if docid in q.rank or least < 2]
        good = [docid for docid in there if levels[docid] > 0]
        bad = sorted((docid for docid in there if levels[docid] <= 0),
                     key=lambda docid: (q.rank.get(docid, float("inf")), docid))
        kept = set(good) | set(bad[:len(good)])
        possible = q.counting({(a, b) for a, b in pairs if a in kept and b in kept}, least)
        missing = max(len(good) - len(bad), 0)
        right = len(q.fulfilled(possible)) + missing * sum(docid in q.rank for docid in good)
        total += div(right, len(possible) + missing * len(good))
    return div(total, len(q.groups))


def read_preferences(case):
    lines, run = {}, read_run(case)
    with open(case + "/qrels.txt", "rb") as qrels:
        for line in qrels:
            qid, group, subgroup, docid, level = line.split()
            lines.setdefault(qid, []).append((group, subgroup, docid, float(level)))
    return {qid: Preferring(of, run.get(qid, [])) for qid, of in lines.items()}


PREFERENCE_MEASURES = {
    "prefs_num_prefs_poss": lambda q: sum(map(len, q.groups)),
    "prefs_num_prefs_ful": lambda q: sum(len(q.fulfilled(pairs)) for pairs in q.groups),
    "prefs_num_prefs_ful_ret": lambda q: sum(len(q.fulfilled(q.counting(p, 2))) for p in q.groups),
    "prefs_simp": prefs_simp,
    "prefs_simp_imp": lambda q: prefs_simp(q, 1),
    "prefs_simp_ret": lambda q: prefs_simp(q, 2),
    "prefs_pair": prefs_pair,
    "prefs_pair_imp": lambda q: prefs_pair(q, 1),
    "prefs_pair_ret": lambda q: prefs_pair(q, 2),
    "prefs_avgjg": prefs_avgjg,
    "prefs_avgjg_imp": lambda q: prefs_avgjg(q, 1),
    "prefs_avgjg_ret": lambda q: prefs_avgjg(q, 2),
    "prefs_avgjg_Rnonrel": prefs_balanced,
    "prefs_avgjg_Rnonrel_ret": lambda q: prefs_balanced(q, 2),
}


# --- Lines --------------------------------------------------------------------

def add_line(out, measure, qid, value):
    start = "%s\tdocid-desc\t" % measure
    out.write(start.encode() + qid + ("\t%r\t%s\n" % (float(value), SOURCE)).encode())


def add_measures(out, measures, questions):
    for name, value in measures.items():
        values = {qid: value(question) for qid, question in questions.items()}
        for qid in sorted(values):
            add_line(out, name, qid, values[qid])
        total = sum(values.values())
        add_line(out, name, b"all", total if "num" in name.lower() else total / len(values))


def main(cases, exactness, file):
    for case in cases:
        qrels, run = read(case, exactness)
        questions = {qid: Question(judged, run.get(qid, [])) for qid, judged in qrels.items()}
        with open(case + file, "ab") as out:
            if out.tell() == 0:
                out.write(b"measure\tties\tqid\tvalue\tsource\n")
            add_measures(out, MEASURES, questions)
            for name, value in GEOMETRIC.items():
                logs = [log_at_least(value(question)) for question in questions.values()]
                add_line(out, name, b"all", math.exp(sum(logs) / len(logs)))


def main_groups(cases, measures, read_case):
    for case in cases:
        with open(case + "/expected.tsv", "ab") as out:
            add_measures(out, measures, read_case(case))


if sys.argv[1] == "--float32":
    main(sys.argv[2:], single, "/float32.tsv")
elif sys.argv[1] == "--subtopics":
    main_groups(sys.argv[2:], SUBTOPIC_MEASURES, read_subtopics)
elif sys.argv[1] == "--preferences":
    main_groups(sys.argv[2:], PREFERENCE_MEASURES, read_preferences)
else:
    main(sys.argv[1:], float, "/expected.tsv")

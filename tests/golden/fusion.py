#!/usr/bin/env python3
"""Computes fused scores from their published definitions, for the golden case.

    fusion.py FOLDER RUN…    writes FOLDER/expected.tsv: method, normalisation, qid, docid, score

If only ranks count, it uses fractions, so that nothing is rounded before the end. It shares nothing with the program.
Sources:
Cormack, Clarke & Büttcher (SIGIR 2009), Fox & Shaw (TREC-2), Mourão, Martins & Magalhães (CMIG 39, 2015), Aslam & Montague
(SIGIR 2001); min-max, zero mean and unit variance, and rank normalisation as in the documentation of ranx. Ties
are ordered by docid, descending.
"""
import statistics
import sys
from fractions import Fraction


def read(path):
    run = {}
    for line in open(path):
        qid, _, docid, _, score, _ = line.split()
        run.setdefault(qid, []).append((float(score), docid))
    return {qid: sorted(found, reverse=True) for qid, found in run.items()}


def min_max(found):
    scores = [score for score, _ in found]
    width = max(scores) - min(scores)
    return {docid: (score - min(scores)) / width if width else 0 for score, docid in found}


def z_score(found):
    scores = [score for score, _ in found]
    deviation = statistics.pstdev(scores)
    return {docid: (score - statistics.fmean(scores)) / deviation if deviation else 0 for score, docid in found}


def rank(found):
    return {docid: 1 - (place - 1) / len(found) for place, (_, docid) in enumerate(found, 1)}


def none(found):
    return {docid: score for score, docid in found}


def ranks(found):
    return {docid: place for place, (_, docid) in enumerate(found, 1)}


def rrf(lists, pool):
    return {d: sum(Fraction(1, 60 + ranks(found)[d]) for found in lists if d in ranks(found)) for d in pool}


def isr(lists, pool):
    return {d: sum(Fraction(1, ranks(found)[d] ** 2) for found in lists if d in ranks(found)) *
            sum(d in ranks(found) for found in lists) for d in pool}


def borda(lists, pool):
    points = dict.fromkeys(pool, Fraction(0))
    for found in lists:
        given = {d: Fraction(len(pool) - place + 1) for d, place in ranks(found).items()}
        left = [d for d in pool if d not in given]
        # The remaining points 1, 2 … in equal parts.
        share = Fraction(sum(range(1, len(left) + 1)), len(left)) if left else 0
        for d in pool:
            points[d] += given.get(d, share)
    return points


def combined(normalise, times):
    def fuse(lists, pool):
        normalised = [normalise(found) for found in lists if found]
        return {d: sum(scores[d] for scores in normalised if d in scores) *
                (sum(d in scores for scores in normalised) if times else 1) for d in pool}
    return fuse


def main(folder, paths):
    runs = [read(path) for path in paths]
    methods = [("rrf", "", rrf), ("isr", "", isr), ("borda", "", borda)]
    for name, normalise in ("min-max", min_max), ("z-score", z_score), ("rank", rank), ("none", none):
        methods += [("combsum", name, combined(normalise, False)), ("combmnz", name, combined(normalise, True))]
    with open(folder + "/expected.tsv", "w") as out:
        for method, norm, fuse in methods:
            for qid in sorted({qid for run in runs for qid in run}):
                lists = [run.get(qid, []) for run in runs]
                pool = {docid for found in lists for _, docid in found}
                for docid, score in sorted(fuse(lists, pool).items()):
                    print(method, norm or "-", qid, docid, repr(float(score)), sep="\t", file=out)


main(sys.argv[1], sys.argv[2:])

# Databases that were labelled separately, for tests of `assay merge`. Source it after tap.sh.

database() { # name
	lines d.tsv "d1${TAB}1" "d2${TAB}2" "d3${TAB}3" "d4${TAB}4" "d5${TAB}5" "d6${TAB}6"
	lines q.tsv "q10${TAB}ten?" "q2${TAB}two?" "q1${TAB}one?"
	for question in q10 q2 q1; do
		for rank in 1 2 3 4 5 6; do echo "$question Q0 d$rank $rank $((10 - rank)) a"; done
	done >a.run
	lines q.qrels 'q1 0 d1 2' 'q2 0 d3 1'
	must "$ASSAY" import "$1" --documents d.tsv --questions q.tsv --candidates a.run --judgments q.qrels --as lead
}

# Runs one session of one annotator.
answer() { # database, annotator, seed, request...
	labelled=$1 annotator=$2 seed=$3
	shift 3
	give "$@"
	must "$ASSAY" label "$labelled" --json --annotator "$annotator" --seed "$seed"
}

# Makes a.db, b.db and c.db: copies of a database with votes and an open ballot of ann, each labelled further.
label_apart() {
	database a.db
	must "$ASSAY" set a.db reasons 'right, whole'
	must "$ASSAY" set a.db repeats 0.5
	must "$ASSAY" set a.db ties on
	answer a.db ann 1 '{"vote":1,"note":"first"}' '{"vote":0}' '{"skip":"later"}' '{"vote":2,"reason":"right"}'
	answer a.db ben 2 '{"tie":[1,2]}' '{"vote":3}' '{"undo":true}'
	cp a.db b.db
	cp a.db c.db
	answer a.db ann 3 '{"vote":1}' '{"vote":2}' '{"undo":true}' '{"vote":3}' '{"vote":0}'
	answer a.db eva 4 '{"vote":1,"note":"sure"}' '{"skip":"cannot tell"}' '{"vote":2}'
	answer b.db ann 5 '{"vote":2,"reason":"whole"}' '{"vote":1}' '{"skip":"later"}' '{"vote":2}'
	answer b.db kim 6 '{"tie":[2,3]}' '{"undo":true}' '{"redo":true}' '{"vote":2}'
	answer c.db ben 7 '{"vote":3}' '{"undo":true}' '{"vote":1}' '{"vote":1}' '{"undo":true}' '{"undo":true}'
}

exports() ( # database
	exec 2>/dev/null
	for what in votes qrels relevance preferences passages triples ground-truth; do
		"$ASSAY" export "$1" $what || echo "no $what"
	done
	"$ASSAY" export "$1" qrels --judgments lead
	"$ASSAY" status "$1" --format tsv
	"$ASSAY" set "$1"
)

# Merges these files and prints the exports of the result.
merged() { # file...
	rm -f merged.db
	must "$ASSAY" merge merged.db "$@"
	must "$ASSAY" check merged.db
	exports merged.db
}

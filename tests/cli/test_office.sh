# Files of office programs and e-books: PDF, Word, EPUB and Excel, and what can be wrong with them.
. "$SOURCE/tests/support/tap.sh"

xml='<?xml version="1.0" encoding="UTF-8"?>'

packed() { # archive, member...: packs the files of this folder
	rm -f "$1"
	zip -q -X0 "$@"
}

texts() { "$ASSAY" export t.db beir -o out 2>/dev/null && cat out/corpus.jsonl; }

# Writes a PDF with one page for each line. pdftotext itself finds its offsets. An empty line gives a page without text.
pdf() { # file, title, line...
	file=$1 title=$2
	shift 2
	{
		printf '%%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n'
		printf '3 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj\n9 0 obj<</Title(%s)>>endobj\n' "$title"
		n=10 kids=
		for line; do
			drawn="BT /F1 12 Tf 72 700 Td ($line) Tj ET"
			[ "$line" ] || drawn='0 0 9 9 re f'
			printf '%s 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents %s 0 R/Resources<</Font<</F1 3 0 R>>>>>>endobj\n' $n $((n + 1))
			printf '%s 0 obj<</Length %s>>stream\n%s\nendstream endobj\n' $((n + 1)) ${#drawn} "$drawn"
			kids="$kids $n 0 R"
			n=$((n + 2))
		done
		printf '2 0 obj<</Type/Pages/Kids[%s]/Count %s>>endobj\ntrailer<</Root 1 0 R/Info 9 0 R>>\n' "$kids" $#
	} >"$file"
}

# --- PDF ------------------------------------------------------------------------

test_that 'each page of a PDF is a document with its title'
pdf guide.pdf 'A & B' 'Empty the bag.' '' 'Rinse the <filter>.'
run "$ASSAY" import t.db guide.pdf
expect_status 0
expect_stdout_line 'guide.pdf  documents (PDF)' 'documents   2 added'
expect_equal "$(texts)" '{"_id":"guide.pdf#page=1","title":"A & B","text":"Empty the bag."}
{"_id":"guide.pdf#page=3","title":"A & B","text":"Rinse the <filter>."}'

test_that 'a PDF becomes documents, however short it is'
pdf short.pdf '' 'Press the button.'
run "$ASSAY" import t.db short.pdf
expect_status 0
expect_stdout_line 'short.pdf  documents (PDF)' 'documents   1 added'

test_that 'a PDF without text, or with a password, says what helps'
pdf scan.pdf Scan ''
run "$ASSAY" import t.db scan.pdf
expect_refused 1 'scan.pdf: this PDF has pictures of its pages but no text' 'ocrmypdf'
lines locked.pdf '%PDF-1.4' 'trailer<</Root 1 0 R/Encrypt 2 0 R>>'
run "$ASSAY" import t.db locked.pdf
expect_refused 1 'locked.pdf: this PDF is encrypted' 'qpdf --decrypt'

test_that 'without pdftotext the package is named, and nothing is imported'
pdf guide.pdf Guide 'Empty the bag.'
mkdir folder
mv guide.pdf folder
run env PATH=/nowhere "$ASSAY" import t.db folder/guide.pdf
expect_refused 1 'folder/guide.pdf: this is a PDF' 'install poppler-utils'
run env PATH=/nowhere "$ASSAY" import t.db folder
expect_refused 1 'install poppler-utils'

# --- Word -----------------------------------------------------------------------

word() { # content of the body
	mkdir -p word docProps
	lines word/document.xml "$xml<w:document xmlns:w=\"urn:w\"><w:body>$1</w:body></w:document>"
	lines word/styles.xml "$xml<w:styles xmlns:w=\"urn:w\"><w:style w:styleId=\"berschrift2\"><w:name w:val=\"heading 2\"/></w:style></w:styles>"
	lines docProps/core.xml "$xml<cp:coreProperties xmlns:cp=\"urn:cp\" xmlns:dc=\"urn:dc\"><dc:title>Manual</dc:title></cp:coreProperties>"
	packed manual.docx word/document.xml word/styles.xml docProps/core.xml
}

test_that 'a Word document is a text with headings, lists and tables'
word '<w:p><w:pPr><w:pStyle w:val="berschrift2"/></w:pPr><w:r><w:t>The </w:t></w:r><w:r><w:t>bag</w:t></w:r></w:p>
<w:p><w:r><w:t>Empty &amp; dry.</w:t></w:r><w:r><w:delText>Never.</w:delText></w:r></w:p>
<w:p><w:pPr><w:numPr/></w:pPr><w:r><w:t>Open</w:t></w:r></w:p><w:p><w:pPr><w:numPr/></w:pPr><w:r><w:t>Close</w:t></w:r></w:p>
<w:tbl><w:tr><w:tc><w:p><w:r><w:t>Bag</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>5 EUR</w:t></w:r></w:p></w:tc></w:tr></w:tbl>'
run "$ASSAY" import t.db manual.docx
expect_status 0
expect_equal "$(texts)" '{"_id":"manual.docx","title":"Manual","text":"## The bag\n\nEmpty & dry.\n\n- Open\n- Close\n\nBag | 5 EUR"}'

test_that 'entities, bombs, damaged and encrypted archives are refused'
word '<w:p/>'
lines word/document.xml "$xml<!DOCTYPE d [<!ENTITY a \"ha\">]><d>&a;</d>"
packed entities.docx word/document.xml
run "$ASSAY" import t.db entities.docx
expect_refused 1 'entities.docx: the XML in the file declares entities, which assay does not expand'
{
	printf '<d>'
	head -c 280000000 /dev/zero | tr '\0' ' '
} >word/document.xml
rm -f bomb.docx
zip -q -X bomb.docx word/document.xml
run "$ASSAY" import t.db bomb.docx
expect_refused 1 'bomb.docx: more than 256 MB are packed in the file'
lines word/document.xml '<d><p></d>'
packed wrong.docx word/document.xml
run "$ASSAY" import t.db wrong.docx
expect_refused 1 'wrong.docx: the XML in the file is damaged (mismatched tag in line 1)'
head -c 100 wrong.docx >cut.docx
printf 'word/document.xml' >>cut.docx
run "$ASSAY" import t.db cut.docx
expect_refused 1 'cut.docx: the archive is damaged or cut short'
rm -f locked.docx
zip -q -P secret locked.docx word/document.xml
run "$ASSAY" import t.db locked.docx
expect_refused 1 'locked.docx: the file is encrypted; save it without a password'
expect_missing t.db

# --- EPUB -----------------------------------------------------------------------

book() { # chapter in XHTML
	mkdir -p META-INF o
	lines META-INF/container.xml "$xml<container><rootfiles><rootfile full-path=\"o/b.opf\"/></rootfiles></container>"
	lines o/b.opf "$xml<package xmlns:dc=\"urn:dc\"><metadata><dc:title>Bags</dc:title></metadata><manifest>
<item id=\"a\" href=\"cover.xhtml\"/><item id=\"b\" href=\"one%201.xhtml\"/></manifest><spine><itemref idref=\"a\"/><itemref idref=\"b\"/></spine></package>"
	lines o/cover.xhtml '<html><body><img src="a.png"/></body></html>'
	printf '%s' "$1" >'o/one 1.xhtml'
	packed bags.epub META-INF/container.xml o/b.opf o/cover.xhtml 'o/one 1.xhtml'
}

test_that 'each chapter of a book is a document, except a cover'
book '<html><body><p>Empty the bag.</p></body></html>'
run "$ASSAY" import t.db bags.epub
expect_status 0
expect_equal "$(texts)" '{"_id":"bags.epub#one%201.xhtml","title":"Bags","text":"<html><body><p>Empty the bag.</p></body></html>"}'

# --- Folders --------------------------------------------------------------------

test_that 'a folder of office files is a collection; files without text are left out'
mkdir -p texts/more
pdf texts/more/guide.pdf Guide 'Empty the bag.'
pdf texts/scan.pdf Scan ''
word '<w:p><w:r><w:t>Dry it.</w:t></w:r></w:p>'
mv manual.docx texts
printf '# Notes\n' >texts/notes.md
run "$ASSAY" import t.db texts
expect_status 0
expect_stdout_line 'texts  documents (a folder of texts)' 'documents   3 added'
expect_stderr_has "1 file left out; the first is 'scan.pdf'" 'this PDF has pictures'
expect_equal "$(texts | cut -d '"' -f 4)" 'manual.docx
more/guide.pdf#page=1
notes.md'

# --- Excel ----------------------------------------------------------------------

# Cells of style 1 are dates. Texts are shared strings, by number.
workbook() { # sheet data [sheet data of a second one]
	mkdir -p xl/_rels xl/worksheets
	lines xl/workbook.xml "$xml<workbook xmlns:r=\"urn:r\"><sheets><sheet name=\"Gold\" sheetId=\"1\" r:id=\"r1\"/><sheet name=\"More\" sheetId=\"2\" r:id=\"r2\"/></sheets></workbook>"
	lines xl/_rels/workbook.xml.rels "$xml<Relationships><Relationship Id=\"r1\" Target=\"worksheets/s1.xml\"/><Relationship Id=\"r2\" Target=\"/xl/worksheets/s2.xml\"/></Relationships>"
	lines xl/sharedStrings.xml "$xml<sst><si><t>question</t></si><si><t>doc_id</t></si><si><t>grade</t></si><si><r><t>Why, </t></r><r><t>\"so\"?</t></r></si><si><t>day</t></si></sst>"
	lines xl/styles.xml "$xml<styleSheet><numFmts><numFmt numFmtId=\"170\" formatCode=\"dd/mm/yyyy\"/></numFmts><cellXfs><xf numFmtId=\"0\"/><xf numFmtId=\"170\"/></cellXfs></styleSheet>"
	lines xl/worksheets/s1.xml "$xml<worksheet><sheetData>$1</sheetData></worksheet>"
	lines xl/worksheets/s2.xml "$xml<worksheet><sheetData>${2:-}</sheetData></worksheet>"
	packed gold.xlsx xl/workbook.xml xl/_rels/workbook.xml.rels xl/sharedStrings.xml xl/styles.xml xl/worksheets/s1.xml xl/worksheets/s2.xml
}

header='<row r="2"><c r="A2" t="s"><v>0</v></c><c r="B2" t="s"><v>1</v></c><c r="C2" t="s"><v>2</v></c><c r="D2" t="s"><v>4</v></c></row>'

test_that 'a workbook is read as a table, with dates'
workbook "$header<row r=\"3\"><c r=\"A3\" t=\"s\"><v>3</v></c><c r=\"B3\" t=\"inlineStr\"><is><t>d1</t></is></c><c r=\"C3\"><v>2</v></c><c r=\"D3\" s=\"1\"><v>46355</v></c></row>
<row r=\"5\"><c r=\"A5\" t=\"s\"><v>3</v></c><c r=\"B5\" t=\"inlineStr\"><is><t>d2</t></is></c><c r=\"C5\"><v>0</v></c></row>"
lines run.json '{"Why, \"so\"?":["d2","d1"]}'
run "$ASSAY" eval gold.xlsx run.json -m RR --format tsv
expect_stdout "RR${TAB}0.5000"
run "$ASSAY" import t.db gold.xlsx --dry-run
expect_stdout_line 'gold.xlsx  day       dates'

test_that 'an error names the row of the sheet'
workbook "$header<row r=\"7\"><c r=\"A7\" t=\"s\"><v>3</v></c><c r=\"B7\" t=\"inlineStr\"><is><t>d1</t></is></c><c r=\"C7\" t=\"inlineStr\"><is><t>good</t></is></c></row>"
lines run.json '{"Why, \"so\"?":["d2","d1"]}'
run "$ASSAY" eval gold.xlsx run.json -m RR
expect_refused 1 'gold.xlsx:7:'

test_that 'if two sheets have rows, neither is taken'
workbook "$header" "$header"
run "$ASSAY" import t.db gold.xlsx
expect_refused 1 'gold.xlsx: the sheets "Gold" and "More" both have rows'

done_testing

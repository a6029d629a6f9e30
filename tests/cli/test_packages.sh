#!/bin/sh
# What is said when packages are missing, what is generated, and how assay itself is installed.
. "$SOURCE/tests/support/tap.sh"

# Makes a machine on which no package of the list is installed, with these programs.
machine() { # program...
	mkdir machine
	for tap_program in sh awk "$@"; do
		ln -s "$(command -v "$tap_program")" machine/
	done
	for tap_program in pkg-config gcc; do
		stub "$tap_program" 'exit 1'
	done
}

stub() { # program, what it does
	printf '#!/bin/sh\n%s\n' "$2" >"machine/$1"
	chmod +x "machine/$1"
}

packages() { # word...
	run env PATH="$PWD/machine" CC=gcc sh "$SOURCE/packages.sh" "$@"
}

expect_remedy() {
	expect_status 1
	expect_equal "$(stderr | grep -c 'apt-get update && apt-get install')" 1
	expect_stderr_has 'libsqlite3-dev' 'libcmocka-dev' 'mandoc'
}

test_that 'missing packages are listed with one command that installs everything'
machine
packages build
expect_remedy

test_that 'each package is named only once'
machine
packages build lint fuzz
expect_equal "$(stderr | sed -n 's/.*apt-get install .* -y //p' | tr ' ' '\n' | sort | uniq -d)" ''

test_that 'without sudo the command for root is shown'
machine
stub id 'echo 1000'
stub apt-get 'exit 0'
packages --install build check
expect_remedy
expect_stderr_has 'no sudo'

test_that 'without a network the command for later is shown'
machine env
stub id 'echo 0'
stub apt-get 'exit 100'
packages --install build
expect_remedy
expect_stderr_has 'a network'

test_that 'packages are installed through sudo, in one call'
machine env
stub id 'echo 1000'
stub sudo 'echo "$@" >>asked'
stub apt-get 'exit 1'
packages --install build
expect_status 0
expect_equal "$(sed -n '1s/ -.*//p; 2s/.*\(libsqlite3-dev\).*/\1/p' asked)" 'apt-get
libsqlite3-dev'

test_that 'generated files are the same in a Turkish locale'
mkdir locale plain turkish
if localedef -i tr_TR -f UTF-8 locale/tr_TR.UTF-8 >/dev/null 2>&1; then
	for tap_tree in plain turkish; do
		ln -s "$SOURCE/Makefile" "$SOURCE/core" $tap_tree/
	done
	tap_generated=build/generated/core/store/database
	must make -s -C plain $tap_generated/statements.h $tap_generated/sql.c
	must env LOCPATH="$PWD/locale" LC_ALL=tr_TR.UTF-8 make -s -C turkish $tap_generated/statements.h $tap_generated/sql.c
	run diff -r plain/build turkish/build
	expect_status 0
else
	skip 'no locale can be made'
fi

test_that "installing and uninstalling, into a folder with blanks and a '"
cp -R "$SOURCE/Makefile" "$SOURCE/packages.sh" .
mkdir -p build/release/man
: >build/release/assay
: >build/release/man/pages
mkdir build/release/completion
touch build/release/completion/bash build/release/completion/zsh build/release/completion/fish
touch build/release/man/assay.1 build/release/man/assay-json.5 build/release/man/assay-labels.7
must make -o build/release/assay -o build/release/man/pages -o build/release/completion install DESTDIR="$PWD/it's here" PREFIX='/c d'
expect_equal "$(cd "it's here" && find . -type f | sort)" './c d/bin/assay
./c d/share/bash-completion/completions/assay
./c d/share/fish/vendor_completions.d/assay.fish
./c d/share/man/man1/assay.1
./c d/share/man/man5/assay-json.5
./c d/share/man/man7/assay-labels.7
./c d/share/zsh/vendor-completions/_assay'
must make uninstall DESTDIR="$PWD/it's here" PREFIX='/c d'
expect_equal "$(cd "it's here" && find . -type f)" ''

done_testing

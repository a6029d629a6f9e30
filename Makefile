# assay. `make help` lists what can be made.
#
# One non-recursive makefile. Each variant (release, static, dev, asan, tsan, cov, fuzz, clang) has its own folder below
# build/. Sources below core/, import/, export/, live/, faces/, tui/, cli/ and tests are found by name: a new file needs
# no change here.

.DELETE_ON_ERROR:
.SUFFIXES:
MAKEFLAGS += --no-builtin-rules

PREFIX ?= /usr/local
DESTDIR ?=
CC := gcc
, := ,
CLANG := clang

# --- Flags ----------------------------------------------------------------

# A warning ends the build in .ci/run and in `make lint`, but not for users: their compiler and libraries may be newer.
WERROR :=
WARNINGS := -std=c17 -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes \
	-Wmissing-prototypes -Wvla -Wformat=2 $(WERROR)
# ncursesw.pc injects an old _XOPEN_SOURCE; the feature macros are set here, once.
CPPFLAGS = -I. -Ibuild/generated -D_GNU_SOURCE -D_FILE_OFFSET_BITS=64 \
	$(filter-out -D%,$(shell pkg-config --cflags ncursesw sqlite3 libpq libcjson libmd minizip zlib libzstd md4c fribidi yaml-0.1 expat))
LIBS = $(shell pkg-config --libs ncursesw sqlite3 libcjson libmd minizip zlib libzstd md4c fribidi yaml-0.1 expat) -lunistring -lstemmer -lm -lpthread
TEST_LIBS = $(shell pkg-config --libs cmocka vterm libpq) -lutil

flags_release := -O2 -g -D_FORTIFY_SOURCE=2 -fstack-protector-strong -fPIE
link_release := -pie -Wl,-z,relro,-z,now
flags_static := -O2 -g -D_FORTIFY_SOURCE=2 -fstack-protector-strong -DASSAY_IS_STATIC
link_static := -static -Lbuild/static/lib
flags_dev := -O1 -g
link_dev :=
# Handlers of undefined behaviour need a description and a relocated address per check, which took half of a program's
# start. Traps without PIE need neither.
flags_asan := -O1 -g1 -fno-pie -fsanitize=address,undefined -fsanitize-undefined-trap-on-error -fno-omit-frame-pointer
link_asan := -no-pie -fsanitize=address,undefined
flags_tsan := -O1 -g -fsanitize=thread
link_tsan := -fsanitize=thread
flags_cov := -O0 -g --coverage
link_cov := --coverage
flags_fuzz := -O2 -g1 -fsanitize=address,undefined,fuzzer-no-link -fno-sanitize-recover=all
link_fuzz := -fsanitize=address,undefined,fuzzer
compiler_fuzz := $(CLANG)
flags_clang := -O1 -g
compiler_clang := $(CLANG)
# The fuzzer watches comparisons to find words that a reader expects. Keys contain no words, and drawing compares all
# the time.
build/fuzz/tui/app/%.o build/fuzz/tui/screens/%.o build/fuzz/tui/widget/%.o: flags_fuzz += -fno-sanitize-coverage=trace-cmp
build/fuzz/tests/fuzz/fuzz_app: link_fuzz += $(foreach size,1 2 4 8,\
	$(foreach kind,cmp const_cmp,-Wl$(,)--defsym=__sanitizer_cov_trace_$(kind)$(size)=ignore_comparison))

VARIANTS := release static dev asan tsan cov fuzz clang

# --- Sources --------------------------------------------------------------

ROOMS := core import export live faces tui cli
LIBRARY_SOURCES := $(filter-out cli/main.c,$(sort $(shell find $(ROOMS) -name '*.c')))
GENERATED := build/generated/core/store/database/statements.h build/generated/core/store/rows.h build/generated/core/store/database/sql.c
SUPPORT_SOURCES := $(sort $(wildcard tests/support/*.c))
TEST_SOURCES := $(sort $(wildcard tests/unit/test_*.c tests/screens/test_*.c tests/screenshots/test_*.c tests/scores/test_*.c tests/pty/test_*.c tests/cli/test_*.c tests/torture/test_*.c))
test_programs = $(patsubst %.c,build/$(1)/%,$(TEST_SOURCES))
postgresql_programs = $(patsubst %.c,build/$(1)/%,$(POSTGRESQL_SOURCES))
TEST_SCRIPTS := $(sort $(wildcard tests/cli/test_*.sh tests/torture/test_*.sh))
POSTGRESQL_SOURCES := $(sort $(wildcard tests/postgresql/test_*.c))
POSTGRESQL_SCRIPTS := $(sort $(wildcard tests/postgresql/test_*.sh))
# Programs that play another release in tests: tests/upgrade/README.md.
UPGRADES := next patched
FUZZ_SOURCES := $(sort $(wildcard tests/fuzz/fuzz_*.c))
BENCH_SOURCES := $(sort $(wildcard tests/bench/bench_*.c))
# Benchmarks that look at a screen, simulate experts, or need a slow connection to a server.
SUPPORTED_BENCH_SOURCES := $(patsubst %,tests/bench/bench_%.c,app intervals labels margin reading selection sites statistics)
ALL_C := $(LIBRARY_SOURCES) cli/main.c man/manual.c $(SUPPORT_SOURCES) $(TEST_SOURCES) $(POSTGRESQL_SOURCES) $(FUZZ_SOURCES) $(BENCH_SOURCES) tests/bench/slow_flush.c
ALL_H := $(sort $(shell find $(ROOMS) tests/support -name '*.h'))
MESSAGES = $(AWK) -f tests/messages.awk $(sort $(shell find $(ROOMS) -name '*.[ch]' -o -name '*.sql'))

# In some locales, such as Turkish, i is not the small letter of I, so names would differ.
AWK := LC_ALL=C awk

# V=1 shows the commands.
Q := $(if $(V),,@)
say = $(if $(V),,@printf '  %-5s %s\n' $(1) $(2))
# Quotes a path as one word of the shell: it may contain blanks and apostrophes.
quoted = '$(subst ','\'',$(1))'

# --- What can be made -----------------------------------------------------

.PHONY: all help demo man check check-postgresql test check-asan check-not-asan check-tsan check-server check-bare check-clang check-cross check-report check-docs check-valgrind torture lint fuzz bench server-bench labels-bench margin-bench statistics-bench reading-bench screenshots coverage static docs messages version dist deb install uninstall clean
all: build/release/assay build/release/man/pages ## the release program, build/release/assay (the default)

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' Makefile

demo: build/release/assay ## install what is missing, build, and label the sample data
	@build/release/assay demo

man: build/release/man/pages ## show the manual
	@man ./build/release/man/assay.1

check: dev-tests ## install what is missing, build, and run the tests, all but those of servers
	@sh tests/run.sh build/dev $(call test_programs,dev) $(TEST_SCRIPTS)

# These tests must also pass on a server: they cover the store and everything that labels with it.
ON_POSTGRESQL := $(patsubst %,server:build/dev/tests/unit/test_%,\
	store session adaptive adjudication app decider glance models overlap reliability removal setting_changes setting_effect) \
	$(patsubst %,server:tests/cli/test_%.sh,agreement agreement_grades annotators eval_with judgments log order run_rules \
	remove set_aside slices status trace twins votes without)
POSTGRESQL_TESTS := $(call postgresql_programs,dev) $(POSTGRESQL_SCRIPTS) $(ON_POSTGRESQL)
check-postgresql: build/packages-postgresql build/dev/assay $(addprefix build/dev/tests/upgrade/,$(UPGRADES)) $(patsubst server:%,%,$(filter-out %.sh,$(POSTGRESQL_TESTS))) ## the tests of databases on a PostgreSQL, and those of files again that have to hold there, too
	@TOOLS=postgresql sh tests/run.sh build/dev $(POSTGRESQL_TESTS)

# T names tests by their files, with or without folder, "test_" and ".sh". With "server:" only the run on a server is
# meant.
VARIANT ?= dev
TORTURE_ON_POSTGRESQL := server:tests/torture/test_commands.sh
TESTS = $(call test_programs,$(VARIANT)) $(TEST_SCRIPTS) $(TORTURE_ON_POSTGRESQL) $(subst build/dev/,build/$(VARIANT)/,$(POSTGRESQL_TESTS))
files_of = $(patsubst ./%,%,$(foreach end,$(1) $(1).sh,$(end) $(dir $(end))test_$(notdir $(end))))
tests_named = $(filter $(addprefix $(if $(filter server:%,$(1)),server:%/,%/),$(call files_of,$(1:server:%=%))),$(TESTS))
TESTS_NAMED = $(foreach name,$(or $(T),$(error Which? make test T=unit/number)),$(or $(call tests_named,$(name)),$(error There is no test "$(name)")))
ifneq ($(filter test,$(MAKECMDGOALS)),)
test: build/$(VARIANT)/assay build/$(VARIANT)/man/pages $(if $(findstring upgrade,$(T)),$(addprefix build/$(VARIANT)/tests/upgrade/,$(UPGRADES))) $(patsubst server:%,%,$(filter-out %.sh,$(TESTS_NAMED)))
endif
test: ## the tests named T, such as T=unit/number or T='merge server:status'; VARIANT=asan: under the sanitizers
	@TOOLS=postgresql sh tests/run.sh build/$(VARIANT) $(TESTS_NAMED)

# These tests are slow under the sanitizers, and other tests call the same functions.
SLOW := $(patsubst %,\%/%,unit/test_vote_noise unit/test_dealing_worth unit/test_luce_coverage cli/test_kill)
# These tests try less under the sanitizers or end differently; their sources check __SANITIZE_ADDRESS__.
SHORTENED := $(patsubst %,\%/%,torture/test_disk cli/test_check pty/test_signals)

# Under the sanitizers only these tests use a server. The others take minutes there, too, and mostly test PostgreSQL
# (rights, TLS, trips) or the tests' own tools.
SANITIZED_POSTGRESQL := $(filter %/test_server %/test_project_copy %/test_impostor,$(call postgresql_programs,asan)) \
	$(filter %/test_copy.sh %/test_server.sh,$(POSTGRESQL_SCRIPTS))
check-asan: asan-tests build/packages-postgresql $(filter-out %.sh,$(SANITIZED_POSTGRESQL)) ## the tests under the address and undefined-behaviour sanitizers
	@TOOLS=postgresql sh tests/run.sh build/asan $(filter-out $(SLOW),$(call test_programs,asan)) $(TEST_SCRIPTS) $(SANITIZED_POSTGRESQL)

# Together with check-asan this runs all tests: tests that run under the sanitizers are not repeated.
NOT_SANITIZED := $(filter $(SLOW) $(SHORTENED),$(call test_programs,dev)) \
	$(filter-out $(SANITIZED_POSTGRESQL:build/asan/%=build/dev/%),$(POSTGRESQL_TESTS))
check-not-asan: build/packages-postgresql build/dev/assay build/dev/man/pages $(addprefix build/dev/tests/upgrade/,$(UPGRADES)) $(patsubst server:%,%,$(filter-out %.sh,$(NOT_SANITIZED))) ## the tests, on files and on a server, that check-asan leaves out or shortens
	@TOOLS=postgresql sh tests/run.sh build/dev $(NOT_SANITIZED)

THREADED_TESTS := $(addprefix build/tsan/tests/,unit/test_file unit/test_run_evaluate unit/test_workforce unit/test_estimate \
	unit/test_comparison unit/test_significance unit/test_vote_noise unit/test_report unit/test_labelling unit/test_turn \
	unit/test_screen_lists unit/test_app screens/test_screens scores/test_scores torture/test_many)
THREADED_SCRIPTS := $(patsubst %,tests/cli/test_%.sh,eval eval_with gate merge report)
check-tsan: build/tsan/assay $(THREADED_TESTS) ## what has threads, under the thread sanitizer
	@sh tests/run.sh build/tsan $(THREADED_TESTS) $(THREADED_SCRIPTS)

check-server: build/packages-server build/dev/assay ## a server that fails while many vote, KILLS times; its last lines are the figures
	@TORTURE=1 TOOLS='postgresql server' sh tests/run.sh build/dev $(sort $(wildcard tests/servers/test_*.sh))

check-bare: build/packages-bare ## README's two commands on a machine with gcc, make and git alone, by root and by a user with sudo
	@sh tests/run.sh build/bare tests/bare/test_bare.sh

check-report: build/packages-report build/dev/assay ## the report in a browser
	@TOOLS=report sh tests/run.sh build/dev tests/report/check.sh

check-clang: build/packages-lint clang-tests ## the tests of `make check`, all compiled by clang
	@sh tests/run.sh build/clang $(call test_programs,clang) $(TEST_SCRIPTS)

# A 32-bit processor and a big-endian one, besides that of most laptops and many servers, each with Debian's and qemu's
# name.
CROSS ?= arm64-aarch64 armhf-arm s390x-s390x
check-cross: build/dev/assay | build/packages-cross ## the committed sources on other processors, emulated: same ballots, databases, labels and scores
	@for processor in $(CROSS); do \
		sh release/cross.sh $${processor%-*} build/cross/$${processor%-*} release >build/cross.log 2>&1 || { cat build/cross.log; exit 1; }; \
		EMULATOR=qemu-$${processor#*-}-static QEMU_LD_PREFIX="$$PWD/build/cross/$${processor%-*}/root" \
			PROGRAM="$$PWD/build/cross/$${processor%-*}/assay" \
			TOOLS=cross sh tests/run.sh build/dev tests/cross/check.sh || exit; \
	done

# If valgrind finds an error or lost memory, the command ends with a status that no test expects. Tests that look at the
# manual or at the list of processes are left out, because there valgrind's own words appear.
VALGRIND_TESTS ?= $(filter-out %/test_manual.sh %/test_tls.sh,$(filter tests/cli/%,$(TEST_SCRIPTS)))
build/valgrind/assay: build/dev/assay Makefile | build/packages-valgrind
	@mkdir -p $(@D)
	@printf '#!/bin/sh\nexec valgrind -q --leak-check=full --errors-for-leak-kinds=definite,possible --error-exitcode=99 "%s" "$$@"\n' \
		$(call quoted,$(CURDIR)/build/dev/assay) > $@
	@chmod +x $@

check-valgrind: build/valgrind/assay ## the tests of whole commands under valgrind, about twenty times as slow
	@TOOLS=valgrind sh tests/run.sh build/valgrind $(VALGRIND_TESTS)

TORTURE_TESTS := $(patsubst %.c,build/dev/%,$(filter tests/torture/%,$(TEST_SOURCES))) $(patsubst %,build/dev/tests/%,cli/test_kill unit/test_monkey unit/test_damaged_files)
torture: build/packages-postgresql build/dev/assay $(TORTURE_TESTS) ## faults, kills, power cuts and a model, at length (about 25 minutes)
	@TORTURE=1 TOOLS=postgresql sh tests/run.sh build/dev $(TORTURE_TESTS) $(filter tests/torture/%,$(TEST_SCRIPTS)) $(TORTURE_ON_POSTGRESQL)

coverage: cov-tests build/packages-postgresql $(call postgresql_programs,cov) ## line coverage of the tests, per file and per folder
	@find build/cov -name '*.gcda' -delete
	@TOOLS=postgresql sh tests/run.sh build/cov $(call test_programs,cov) $(TEST_SCRIPTS) $(call postgresql_programs,cov) $(POSTGRESQL_SCRIPTS)
	@sh tests/coverage.sh build/cov

lint: build/packages-build build/packages-check build/packages-lint $(GENERATED) build/dev/man/pages build/dev/assay ## layering, style, a second compiler, the manual
	@$(MESSAGES) > build/messages.txt
	@CC='$(CLANG)' FLAGS='$(WARNINGS) -Werror $(CPPFLAGS)' sh tests/lint.sh $(ALL_C) $(ALL_H)

messages: ## tests/messages.txt, the list of all texts of the program that people read, made anew
	@$(MESSAGES) > tests/messages.txt

FUZZ_SECONDS ?= 60
fuzz: fuzz-tests ## every fuzz target for FUZZ_SECONDS (60)
	@sh tests/fuzz.sh build/fuzz $(FUZZ_SECONDS) $(patsubst %.c,build/fuzz/%,$(FUZZ_SOURCES))

bench: build/packages-bench build/release/assay $(patsubst %.c,build/release/%,$(BENCH_SOURCES)) ## speed and size, as multiples of a floor (2.2 GB below build/bench)
	@sh tests/bench/run.sh build/release

server-bench: build/packages-postgresql build/release/assay build/release/tests/bench/bench_database build/release/tests/bench/bench_measure build/release/tests/bench/bench_sites build/release/tests/bench/slow_flush.so ## votes, waits and exports on a server, beside those on a file (2.5 GB below build/bench, ten minutes)
	@sh tests/bench/server.sh build/release

LABELS_DATA ?= sample-data
LABELS_POOL ?= 31
LABELLINGS ?= 4
labels-bench: build/release/tests/bench/bench_labels ## what an expert's hour yields, simulated on LABELS_DATA (sample-data) in pools of LABELS_POOL (31), LABELLINGS times (4)
	@$< '$(LABELS_DATA)' $(LABELS_POOL) $(LABELLINGS)

margin-bench: build/release/tests/bench/bench_margin ## where adaptive labels are worse than balanced ones, simulated on LABELS_DATA (sample-data), LABELLINGS times (4)
	@$< '$(LABELS_DATA)' $(LABELLINGS)

STATISTICS_WORLDS ?= 1000
statistics-bench: build/release/tests/bench/bench_statistics build/release/tests/bench/bench_intervals build/release/tests/bench/bench_selection ## how often intervals and verdicts hold and scores are right, simulated on LABELS_DATA (sample-data), STATISTICS_WORLDS (1000) samples each, in pools of LABELS_POOL (31), LABELLINGS times (4)
	@$< '$(LABELS_DATA)' $(STATISTICS_WORLDS)
	@build/release/tests/bench/bench_intervals '$(LABELS_DATA)' $(LABELS_POOL) $(LABELLINGS)
	@build/release/tests/bench/bench_selection '$(LABELS_DATA)' $(LABELS_POOL) $(LABELLINGS)

reading-bench: build/release/tests/bench/bench_reading ## how many words an expert reads, simulated on LABELS_DATA (sample-data)
	@TMPDIR=build SOURCE=. $< '$(LABELS_DATA)'

screenshots: build/dev/tests/screenshots/test_screenshots build/packages-report build/dev/assay ## the pictures in the README, made anew
	@ASSAY_UPDATE_SCREENS=1 $<
	@sh tests/report/picture.sh build/dev/assay tests/screenshots/report.png

static: build/static/assay ## build/static/assay, which needs no shared library: one file to carry to another Linux

build/static/assay: | build/static/lib/libcjson.a
build/static/lib/libcjson.a: static.sh | build/packages-static
	@sh static.sh build/static/lib

docs: build/dev/man/pages docs/site.sh docs/site.css | build/packages-docs ## the documentation as a static site, in build/site
	@rm -rf build/site && sh docs/site.sh build/dev/man build/site

check-docs: docs ## the site in a browser: no link leads nowhere, every page fits 400 pixels
	@TOOLS=docs sh tests/run.sh build/dev tests/site/check.sh

VERSION := $(shell sed -n 's/.*ASSAY_VERSION "\(.*\)"/\1/p' core/base/version.h)

version: ## the version, as core/base/version.h has it
	@echo $(VERSION)

dist: ## build/release/assay-VERSION.tar.gz, the committed sources; the same commit gives the same bytes
	@mkdir -p build/release
	@git archive --prefix=assay-$(VERSION)/ HEAD | gzip -9n > build/release/assay-$(VERSION).tar.gz
	@ls build/release/assay-$(VERSION).tar.gz

deb: | build/packages-release ## the Debian packages assay and assay-doc of the committed sources, in build/deb
	@sh release/deb.sh $(VERSION) build/deb
	@lintian --fail-on error,warning --info build/deb/*.changes

installed_program = $(call quoted,$(DESTDIR)$(PREFIX)/bin/assay)
installed_share = $(call quoted,$(DESTDIR)$(PREFIX)/share)
installed_manual = $(call quoted,$(DESTDIR)$(PREFIX)/share/man)

build/release/completion: build/release/assay
	@mkdir -p $@
	@for shell in bash zsh fish; do $< completion $$shell > $@/$$shell || exit; done
	@touch $@

install: build/release/assay build/release/man/pages build/release/completion ## the program, its manual and completions below DESTDIR/PREFIX
	install -D -m 755 build/release/assay $(installed_program)
	for section in 1 5 7; do install -D -m 644 -t $(installed_manual)/man$$section build/release/man/*.$$section || exit; done
	install -D -m 644 build/release/completion/bash $(installed_share)/bash-completion/completions/assay
	install -D -m 644 build/release/completion/zsh $(installed_share)/zsh/vendor-completions/_assay
	install -D -m 644 build/release/completion/fish $(installed_share)/fish/vendor_completions.d/assay.fish

uninstall: ## remove what install put there
	rm -f $(installed_share)/bash-completion/completions/assay $(installed_share)/zsh/vendor-completions/_assay \
		$(installed_share)/fish/vendor_completions.d/assay.fish
	rm -f $(installed_program) $(installed_manual)/man[157]/assay.1 $(installed_manual)/man[157]/assay-*.[157]

clean: ## remove build/
	rm -rf build

# --- Packages -------------------------------------------------------------
# `make` alone only says what is missing; the targets below install it.

demo check check-postgresql test check-asan check-not-asan check-tsan check-server check-bare check-clang check-cross check-report check-docs check-valgrind torture lint fuzz bench server-bench labels-bench margin-bench statistics-bench reading-bench screenshots coverage static docs deb: INSTALL := --install

# One after the other, also under -j, because apt-get can run only once at a time.
build/packages-check build/packages-fuzz build/packages-valgrind: | build/packages-build
build/packages-lint build/packages-postgresql: | build/packages-check
build/packages-server: | build/packages-postgresql
build/packages-static build/packages-release build/packages-docs build/packages-cross: | build/packages-build

build/packages-%: packages.sh
	@sh packages.sh $(INSTALL) $*
	@mkdir -p $(@D) && touch $@

# --- Generated sources ----------------------------------------------------

# The order matters: a file reads the rows of the files before it.
QUERIES := $(patsubst %,core/store/%/queries.sql,database content labelling votes models search upkeep)
SQL_FILES := sqlite_tables=core/store/sqlite/schema.sql sqlite_triggers=core/store/sqlite/triggers.sql \
	sqlite_views=core/store/sqlite/views.sql sqlite_merging=core/store/sqlite/merging.sql \
	$(foreach name,functions triggers views acts rights,postgresql_$(name)=core/store/postgresql/$(name).sql) \
	postgresql_tables=core/store/postgresql/schema.sql
SQL_STEPS := sqlite_steps=core/store/sqlite/steps.sql postgresql_steps=core/store/postgresql/steps.sql
SQL_WHOLE := $(foreach file,$(SQL_FILES) $(SQL_STEPS),$(lastword $(subst =, ,$(file))))

build/generated/core/store/database/statements.h: $(QUERIES) core/store/database/statements.awk
	@mkdir -p $(@D)
	$(call say,AWK,$@)
	$(Q)$(AWK) -v part=header -v sql_files='$(SQL_FILES)' -v sql_steps='$(SQL_STEPS)' -f core/store/database/statements.awk $(QUERIES) > $@

DEMO_FILES := $(addprefix sample-data/,documents.jsonl questions.jsonl judgments.qrels porter.run plain.run titles.run)
build/generated/cli/label/demo_files.c: sample-data/as-source.sh $(DEMO_FILES)
	@mkdir -p $(@D)
	$(call say,SH,$@)
	$(Q)LC_ALL=C sh $^ > $@

build/generated/core/store/rows.h: $(QUERIES) core/store/database/statements.awk
	@mkdir -p $(@D)
	$(call say,AWK,$@)
	$(Q)$(AWK) -v part=rows -f core/store/database/statements.awk $(QUERIES) > $@

build/generated/core/store/database/sql.c: $(QUERIES) $(SQL_WHOLE) core/store/database/statements.awk
	@mkdir -p $(@D)
	$(call say,AWK,$@)
	$(Q)$(AWK) -v part=source -v sql_files='$(SQL_FILES)' -v sql_steps='$(SQL_STEPS)' \
		-f core/store/database/statements.awk $(QUERIES) > $@

# The SQL of the two programs that play another release: tests/upgrade/README.md.
comma := ,
own_tables := tests/upgrade/sqlite_tables.sql tests/upgrade/postgresql_tables.sql
with_more = $(foreach file,$(SQL_FILES),$(file)$(addprefix $(comma),$(filter $(1),$(wildcard tests/upgrade/$(firstword $(subst =, ,$(file))).sql))))
SQL_FILES_patched := $(call with_more,$(filter-out $(own_tables),$(wildcard tests/upgrade/*.sql)))
SQL_STEPS_patched := $(SQL_STEPS)
SQL_FILES_next := $(call with_more,$(wildcard tests/upgrade/*.sql))
SQL_STEPS_next := $(foreach of,sqlite postgresql,$(of)_steps=tests/upgrade/$(of)_tables.sql)

build/generated/tests/upgrade/%.c: $(QUERIES) $(SQL_WHOLE) core/store/database/statements.awk $(wildcard tests/upgrade/*.sql)
	@mkdir -p $(@D)
	$(call say,AWK,$@)
	$(Q)$(AWK) -v part=source -v sql_files='$(SQL_FILES_$*)' -v sql_steps='$(SQL_STEPS_$*)' \
		-f core/store/database/statements.awk $(QUERIES) > $@

# --- One set of rules a variant -------------------------------------------

objects = $(patsubst %.c,build/$(1)/%.o,$(2))

define variant_rules
.PHONY: $(1)-tests
build/$(1)/%.o: %.c Makefile | $$(GENERATED) build/packages-build $(if $(filter fuzz,$(1)),build/packages-fuzz)
	@mkdir -p $$(@D)
	$$(call say,CC,$$@)
	$$(Q)$$(or $$(compiler_$(1)),$$(CC)) $$(WARNINGS) $$(CPPFLAGS) $$(flags_$(1)) $$(CFLAGS) -MMD -MP -c $$< -o $$@

build/$(1)/generated/%.o: build/generated/%.c Makefile | $$(GENERATED) build/packages-build
	@mkdir -p $$(@D)
	$$(call say,CC,$$@)
	$$(Q)$$(or $$(compiler_$(1)),$$(CC)) $$(WARNINGS) $$(CPPFLAGS) $$(flags_$(1)) $$(CFLAGS) -MMD -MP -c $$< -o $$@

build/$(1)/libassay.a: $$(call objects,$(1),$$(LIBRARY_SOURCES)) build/$(1)/generated/core/store/database/sql.o build/$(1)/generated/cli/label/demo_files.o
	@rm -f $$@
	$$(call say,AR,$$@)
	$$(Q)$$(AR) rcs $$@ $$^

build/$(1)/assay: build/$(1)/cli/main.o build/$(1)/libassay.a
	$$(call say,LINK,$$@)
	$$(Q)$$(or $$(compiler_$(1)),$$(CC)) $$(flags_$(1)) $$(link_$(1)) $$(LDFLAGS) -o $$@ $$^ $$(LIBS)

# Two programs only for tests. Their own SQL is linked first, so it is not taken from the library.
build/$(1)/tests/upgrade/%: build/$(1)/generated/tests/upgrade/%.o build/$(1)/cli/main.o build/$(1)/libassay.a
	@mkdir -p $$(@D)
	$$(call say,LINK,$$@)
	$$(Q)$$(or $$(compiler_$(1)),$$(CC)) $$(flags_$(1)) $$(link_$(1)) $$(LDFLAGS) -o $$@ $$^ $$(LIBS)

# The lists in the manual come from the tables of the program.
build/$(1)/man/manual: build/$(1)/man/manual.o build/$(1)/libassay.a
	$$(call say,LINK,$$@)
	$$(Q)$$(or $$(compiler_$(1)),$$(CC)) $$(flags_$(1)) $$(link_$(1)) $$(LDFLAGS) -o $$@ $$^ $$(LIBS)

build/$(1)/man/pages: man/assay.1.in build/$(1)/man/manual
	$$(call say,MAN,$$@)
	$$(Q)rm -f build/$(1)/man/*.[157]
	$$(Q)build/$(1)/man/manual build/$(1)/man < $$<
	$$(Q)touch $$@

build/$(1)/libsupport.a: $$(call objects,$(1),$$(SUPPORT_SOURCES)) | build/packages-check
	@rm -f $$@
	$$(call say,AR,$$@)
	$$(Q)$$(AR) rcs $$@ $$^

build/$(1)/tests/%: build/$(1)/tests/%.o build/$(1)/libsupport.a build/$(1)/libassay.a
	$$(call say,LINK,$$@)
	$$(Q)$$(or $$(compiler_$(1)),$$(CC)) $$(flags_$(1)) $$(link_$(1)) $$(LDFLAGS) -o $$@ $$^ $$(LIBS) $$(TEST_LIBS)

# Benchmarks need no test library. (If two patterns match, make takes the more specific one.)
build/$(1)/tests/bench/%: build/$(1)/tests/bench/%.o build/$(1)/libassay.a
	$$(call say,LINK,$$@)
	$$(Q)$$(or $$(compiler_$(1)),$$(CC)) $$(flags_$(1)) $$(link_$(1)) $$(LDFLAGS) -o $$@ $$^ $$(LIBS)

# Except for some.
$(patsubst %.c,build/$(1)/%,$(SUPPORTED_BENCH_SOURCES)): build/$(1)/tests/bench/bench_%: build/$(1)/tests/bench/bench_%.o build/$(1)/libsupport.a build/$(1)/libassay.a
	$$(call say,LINK,$$@)
	$$(Q)$$(or $$(compiler_$(1)),$$(CC)) $$(flags_$(1)) $$(link_$(1)) $$(LDFLAGS) -o $$@ $$^ $$(LIBS) $$(TEST_LIBS)

# The test sources need their packages before they compile.
$$(call objects,$(1),$$(SUPPORT_SOURCES) $$(TEST_SOURCES) $$(POSTGRESQL_SOURCES) $$(SUPPORTED_BENCH_SOURCES)): | build/packages-check

build/$(1)/tests/bench/slow_flush.so: tests/bench/slow_flush.c
	@mkdir -p $$(@D)
	$$(call say,LINK,$$@)
	$$(Q)$$(or $$(compiler_$(1)),$$(CC)) $$(WARNINGS) $$(CPPFLAGS) -O2 -fPIC -shared $$(LDFLAGS) -o $$@ $$<

$(1)-tests: $(if $(filter fuzz,$(1)),$$(patsubst %.c,build/fuzz/%,$$(FUZZ_SOURCES)),build/$(1)/assay build/$(1)/man/pages $$(addprefix build/$(1)/tests/upgrade/,$$(UPGRADES)) $$(call test_programs,$(1)))

-include $$(patsubst %.o,%.d,$$(call objects,$(1),$$(ALL_C)) build/$(1)/generated/core/store/database/sql.o)
endef

$(foreach variant,$(VARIANTS),$(eval $(call variant_rules,$(variant))))

# Objects of tests are needed again, so make must not delete them as intermediate files.
.SECONDARY:

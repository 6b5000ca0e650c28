/**
 * What a program may be given so that it only reads, tests or builds. A program that is not listed is held, and so is an
 * option with a changing word, such as `--fix` or `--updateSnapshot` (`changesByName`), unless `anyOption` is set.
 */
export interface ProgramRule {
  /**
   * The operands it may begin with; any if undefined. `stash/list` are two operands, `remote.` has no further one, and
   * `tag+--list` needs the option.
   */
  readonly commands?: string;
  /** Options by which it changes files or runs something. */
  readonly not?: string;
  /** Without one of these options it changes files. */
  readonly only?: string;
  /** Options before the name of a file that it writes. */
  readonly output?: string;
  /** Options with a value, which may come before the command. */
  readonly values?: string;
  /** Reads only, whatever the options; those that name a program to run are held. */
  readonly anyOption?: boolean;
  /** It asks a service: its operands are no files. */
  readonly isRemote?: boolean;
  /** A further operand would be a file that it writes. */
  readonly maxOperands?: number;
}

const LOOK = '--check --diff --dry-run --list-different --lint --check-only --check-formatted --verify-no-changes';

const RULES: Readonly<Record<string, ProgramRule>> = {
  // Readers
  [`cat head tail more bat grep egrep fgrep ag ack ls ll wc stat du df diff cmp comm cut tr jq locate which
  whereis type help echo printf pwd whoami id groups uname printenv true false : test [ [[ basename dirname
  realpath readlink md5sum sha1sum sha256sum cksum shasum b2sum hexdump od strings column nl tac rev fold paste
  join expand seq ps pgrep top htop who w last ip ifconfig sleep wait exit return break continue shift read unset uptime free nproc
  arch hostname netstat ping dig nslookup host tput clear cal bc expr jobs ulimit umask getconf locale
  zcat zgrep nm objdump size readelf otool tokei scc sloccount delta colordiff popd dirs getopts let logname tty
  getent lscpu lsblk vmstat iostat numfmt look fmt pr tsort factor yes base64 base32`]: { anyOption: true },
  sort: { output: '-o --output', anyOption: true },
  tree: { output: '-o', not: '-R', anyOption: true },
  'uniq xxd': { maxOperands: 1, not: '-r', anyOption: true },
  less: { output: '-o -O --log-file', not: '-k', anyOption: true },
  history: { commands: '.', not: '-w -a -c -d -n -r -s -p', anyOption: true },
  hash: { commands: '.', not: '-p' },
  man: { not: '-P -H', anyOption: true },
  ss: { not: '-D -K', anyOption: true },
  lsof: { not: '-D', anyOption: true },
  file: { not: '-C', anyOption: true },
  'mapfile readarray': { not: '-C', anyOption: true },
  'gzip gunzip bzip2 bunzip2 xz unxz zstd': { only: '-c --stdout -l -t --list --test', anyOption: true },
  mktemp: { commands: '.', not: '-p' },
  nc: { only: '-z', anyOption: true },
  nvm: { commands: 'use ls list current version which ls-remote', isRemote: true },
  openssl: { commands: 'version', isRemote: true },
  rg: { not: '--pre', anyOption: true },
  fd: { not: '-x -X --exec --exec-batch', anyOption: true },
  date: { not: '-s --set', anyOption: true },
  yq: { not: '-i --inplace', anyOption: true },
  unzip: { only: '-l -v -Z -t', anyOption: true },
  gh: {
    isRemote: true,
    values: '-R --repo',
    commands: `${both('issue pr run repo release workflow gist label project cache ruleset', 'view list status diff checks')}
    search auth/status status help version api`,
    not: '-X --method -f -F --field --raw-field --input',
  },
  glab: { isRemote: true, values: '-R --repo', commands: both('issue mr ci repo release', 'view list status diff') },
  // Tests
  [`vitest jest ava mocha tap jasmine karma qunit uvu wtr testcafe pytest py.test unittest nose2 behave rspec cucumber
  phpunit pest bats busted ctest robot doctest trial stestr`]: { not: '-u' },
  playwright: { commands: 'test show-report', not: '-u' },
  cypress: { commands: 'run verify info' },
  coverage: { commands: 'report xml html json run combine erase lcov debug' },
  // Checkers
  [`eslint tsc tsgo vue-tsc svelte-check mypy pyright basedpyright pyre flake8 pylint pycodestyle pydocstyle bandit
  vulture radon pyflakes shellcheck hadolint yamllint actionlint tflint tfsec checkov semgrep trivy oxlint tslint jshint
  standard xo stylelint htmlhint markdownlint markdownlint-cli2 cspell vale knip depcheck madge
  depcruise publint attw size-limit commitlint staticcheck errcheck revive golint govulncheck reek brakeman phpstan
  psalm phpcs phpmd swiftlint detekt cppcheck cpplint clang-tidy luacheck credo hlint jsonlint ajv spectral lighthouse pa11y`]:
    { not: '-i -a -f' },
  codespell: { not: '-w -i' },
  cloc: { output: '--out --report-file' },
  'ncu npm-check-updates': { not: '-u' },
  'rubocop standardrb erb_lint haml-lint': { not: '-a -A -x' },
  biome: { commands: 'check lint ci format explain rage' },
  ruff: { commands: 'check rule linter config format+--check+--diff' },
  'dprint taplo': { commands: 'check lint' },
  sqlfluff: { commands: 'lint parse' },
  buf: { commands: 'lint build breaking' },
  ktlint: { not: '-F --format' },
  'golangci-lint': { commands: 'run linters help version' },
  // Formatters
  [`black autopep8 yapf swiftformat rustfmt nixfmt stylua djlint ktfmt scalafmt mdformat docformatter ormolu
  alejandra`]: { only: LOOK, not: '-i' },
  prettier: { only: `${LOOK} -l -c --file-info --find-config-path`, not: '-w' },
  isort: { only: `${LOOK} -c` },
  'gofmt gofumpt goimports shfmt': { not: '-w' },
  'clang-format': { not: '-i' },
  // Builders and their tools
  cargo: {
    commands: `test t check c build b bench doc clippy tree metadata search version help clean nextest/run nextest/list
    audit deny outdated pkgid locate-project expand llvm-cov fmt+--check rustc rustdoc verify-project`,
    values: '--manifest-path --color',
  },
  go: {
    commands: `test build vet list version doc tool/cover tool/pprof mod/graph mod/why mod/verify mod/download help env`,
    values: '-C',
    not: '-w -toolexec -exec -vettool',
  },
  swift: { commands: 'test build package/describe package/show-dependencies' },
  dotnet: { commands: `test build restore list clean msbuild format+--verify-no-changes --info` },
  mix: {
    commands: 'test compile deps. deps.tree credo dialyzer format+--check-formatted help xref hex.outdated coveralls',
  },
  flutter: { commands: 'test analyze build doctor devices' },
  dart: { commands: 'test analyze compile info format+--set-exit-if-changed' },
  zig: { commands: 'build test fmt+--check version' },
  'lein stack cabal dune gleam crystal elm spago': { commands: 'test build check spec make' },
  'elm-test': {},
  artisan: { commands: 'test route:list about list migrate:status' },
  deno: { commands: 'test check lint info doc bench coverage types fmt+--check' },
  bazel: { commands: 'test build query cquery aquery info coverage' },
  rails: { commands: 'test test:all test:system routes about stats notes zeitwerk:check db:version' },
  'manage.py': { commands: 'test check showmigrations sqlmigrate diffsettings makemigrations+--check+--dry-run' },
  [`gcc g++ cc c++ clang clang++ rustc ghc ocamlc ninja meson xcodebuild webpack rollup esbuild
  parcel tsup swc babel microbundle unbuild ncc tailwindcss mkdocs sphinx-build
  typedoc jsdoc javadoc hugo jekyll pyinstaller maturin`]: {},
  'javac kotlinc scalac': { output: '-d' },
  sass: { maxOperands: 1 },
  postcss: { not: '-r' },
  vite: { commands: 'build optimize' },
  'next nuxt astro remix gatsby ng vue-cli-service react-scripts expo quasar storybook sv svelte-kit': {
    commands: 'build test lint check info analyze typecheck prepare',
  },
  cmake: { only: '--build -B', output: '-B', not: '-E -P -C --install' },
  // Others that show something
  pip: { commands: 'list show freeze check index config/list debug cache/list help' },
  'poetry pdm rye hatch pipenv conda mamba': {
    commands: 'show check list info build graph env/info env/list version. help search config+--list',
  },
  gem: { isRemote: true, commands: 'list info search which environment env outdated contents' },
  composer: { commands: 'show validate outdated audit diagnose why why-not licenses test' },
  docker: {
    isRemote: true,
    commands: `ps images logs inspect version info stats top history port diff events search build buildx/build
    image/ls image/inspect container/ls container/inspect volume/ls network/ls context/ls system/df compose/ps
    compose/logs compose/config compose/version compose/images compose/top compose/ls compose/port compose/build`,
    values: '-f --file -p --project-name --profile --env-file -H --context --project-directory',
    output: '-o --output --iidfile --metadata-file --cidfile',
  },
  'docker-compose': {
    isRemote: true,
    commands: 'ps logs config version images top ls port build',
    values: '-f --file -p --profile',
  },
  kubectl: {
    isRemote: true,
    commands: `get describe logs top explain diff version api-resources api-versions cluster-info config/view
    config/get-contexts config/current-context rollout/status rollout/history auth/can-i events`,
    values: '-n --namespace --context --kubeconfig',
  },
  helm: {
    not: '--output-dir --post-renderer',
    isRemote: true,
    commands: 'list ls status get show template lint search history version env',
  },
  'terraform tofu': {
    commands: 'validate show output graph version providers plan state/list state/show fmt+-check+--check',
  },
  brew: { isRemote: true, commands: 'list info search outdated deps doctor config leaves' },
  'apt apt-cache apt-get': { isRemote: true, commands: 'list show search policy depends' },
  systemctl: { isRemote: true, commands: 'status list-units is-active show cat' },
  witan: { commands: 'doctor help' },
  journalctl: { isRemote: true },
};

function both(first: string, second: string): string {
  return first
    .split(' ')
    .flatMap((one) => second.split(' ').map((two) => `${one}/${two}`))
    .join(' ');
}

const BY_PROGRAM = new Map(
  Object.entries(RULES).flatMap(([names, rule]) => names.split(/\s+/).map((name) => [name, rule] as const)),
);

export function ruleOf(program: string): ProgramRule | undefined {
  return BY_PROGRAM.get(program);
}

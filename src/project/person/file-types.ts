/** The language of a file by its name, as editors call it; `plaintext` if it is unknown. */
export function getLanguage(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  return LANGUAGE_BY_NAME[name] ?? LANGUAGE_BY_EXTENSION.get(getExtension(name)) ?? 'plaintext';
}

/** Checks whether a file of this name is never text. */
export function hasBinaryName(path: string): boolean {
  return BINARY_EXTENSIONS.has(getExtension(path.slice(path.lastIndexOf('/') + 1).toLowerCase()));
}

function getExtension(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? '' : name.slice(dot + 1);
}

const LANGUAGE_BY_NAME: Readonly<Record<string, string>> = {
  dockerfile: 'dockerfile',
  makefile: 'makefile',
  gemfile: 'ruby',
  rakefile: 'ruby',
  '.env': 'dotenv',
  '.bashrc': 'shell',
  '.gitignore': 'ignore',
  '.dockerignore': 'ignore',
};

const EXTENSIONS: Readonly<Record<string, string>> = {
  typescript: 'ts mts cts',
  typescriptreact: 'tsx',
  javascript: 'js mjs cjs',
  javascriptreact: 'jsx',
  json: 'json webmanifest',
  jsonc: 'jsonc json5',
  html: 'html htm xhtml',
  css: 'css',
  scss: 'scss',
  less: 'less',
  vue: 'vue',
  svelte: 'svelte',
  markdown: 'md mdx markdown',
  python: 'py pyi pyw',
  ruby: 'rb',
  go: 'go',
  rust: 'rs',
  java: 'java',
  kotlin: 'kt kts',
  scala: 'scala',
  swift: 'swift',
  c: 'c h',
  cpp: 'cc cpp cxx hh hpp hxx',
  csharp: 'cs',
  php: 'php',
  perl: 'pl pm',
  lua: 'lua',
  r: 'r',
  dart: 'dart',
  elixir: 'ex exs',
  erlang: 'erl hrl',
  haskell: 'hs',
  clojure: 'clj cljs edn',
  shell: 'sh bash zsh fish',
  powershell: 'ps1 psm1',
  sql: 'sql',
  graphql: 'graphql gql',
  yaml: 'yaml yml',
  toml: 'toml',
  ini: 'ini cfg conf properties',
  xml: 'xml svg xsl xsd plist',
  dockerfile: 'dockerfile',
  makefile: 'mk',
  diff: 'diff patch',
  terraform: 'tf tfvars',
  protobuf: 'proto',
};

const LANGUAGE_BY_EXTENSION: ReadonlyMap<string, string> = new Map(
  Object.entries(EXTENSIONS).flatMap(([language, extensions]) =>
    extensions.split(' ').map((extension): [string, string] => [extension, language]),
  ),
);

const BINARY_EXTENSIONS: ReadonlySet<string> = new Set(
  `png jpg jpeg gif bmp ico icns webp avif heic tif tiff psd
   mp3 mp4 m4a m4v wav flac ogg oga ogv webm avi mov mkv aac opus
   zip gz tgz bz2 xz zst 7z rar tar jar war ear iso dmg deb rpm whl
   pdf doc docx xls xlsx ppt pptx odt ods odp epub
   exe dll so dylib a o obj lib bin class pyc pyo wasm node
   woff woff2 ttf otf eot
   db sqlite sqlite3 mdb parquet npy npz pkl onnx`.split(/\s+/),
);

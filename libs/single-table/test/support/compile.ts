import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

/**
 * The compiler's errors for one file of the repository, with the project's settings. `text` replaces the file's contents,
 * even if there is no such file.
 */
export function compilerErrors(file: string, text?: string): string[] {
  return diagnosticsOf(file, text).map(({ messageText }) =>
    ts.flattenDiagnosticMessageText(messageText, '\n'),
  );
}

/** The lines of a file with an error, which may have several. */
export function linesWithErrors(file: string, text?: string): Set<number> {
  return new Set(
    diagnosticsOf(file, text).map(
      ({ file: source, start = 0 }) => ts.getLineAndCharacterOfPosition(source!, start).line,
    ),
  );
}

let settings: ts.CompilerOptions | undefined;
/** What all programs of a worker have in common is read and parsed once. */
const parsed = new Map<string, ts.SourceFile | undefined>();

function diagnosticsOf(file: string, text?: string): readonly ts.Diagnostic[] {
  const path = `${root}${file}`;
  const source = text ?? readFileSync(path, 'utf8');
  const options = (settings ??= readSettings());
  const host = ts.createCompilerHost(options);
  const getSourceFile = host.getSourceFile.bind(host);
  host.getSourceFile = (name, ...how) => {
    if (name === path) return ts.createSourceFile(name, source, how[0]);
    if (!parsed.has(name)) parsed.set(name, getSourceFile(name, ...how));
    return parsed.get(name);
  };
  const fileExists = host.fileExists.bind(host);
  host.fileExists = (name) => name === path || fileExists(name);
  const program = ts.createProgram([path], options, host);
  return ts.getPreEmitDiagnostics(program, program.getSourceFile(path));
}

function readSettings(): ts.CompilerOptions {
  const { config } = ts.readConfigFile(`${root}tsconfig.json`, (name) => ts.sys.readFile(name));
  return ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, root).options;
}

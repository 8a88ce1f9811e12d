import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('../../../', import.meta.url));

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

function diagnosticsOf(file: string, text?: string): readonly ts.Diagnostic[] {
  const path = `${root}${file}`;
  const source = text ?? readFileSync(path, 'utf8');
  const { config } = ts.readConfigFile(`${root}tsconfig.json`, (name) => ts.sys.readFile(name));
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [path] }, ts.sys, root);
  const host = ts.createCompilerHost(options);
  const read = host.readFile.bind(host);
  host.readFile = (name) => (name === path ? source : read(name));
  const program = ts.createProgram([path], options, host);
  return ts.getPreEmitDiagnostics(program, program.getSourceFile(path));
}

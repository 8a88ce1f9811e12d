import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const wrongPrograms = `${root}libs/single-table/src/wrong-programs.type-spec.ts`;

/** Compiles one file with the project's settings; `text` may stand in for what is on disk. */
function compile(file: string, text = readFileSync(file, 'utf8')): string[] {
  const { config } = ts.readConfigFile(`${root}tsconfig.json`, (path) => ts.sys.readFile(path));
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [file] }, ts.sys, root);
  const host = ts.createCompilerHost(options);
  const read = host.readFile.bind(host);
  host.readFile = (path) => (path === file ? text : read(path));
  const program = ts.createProgram([file], options, host);
  return ts
    .getPreEmitDiagnostics(program, program.getSourceFile(file))
    .map((diagnostic) => ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n'));
}

describe('the compiler', () => {
  test('accepts the right programs and rejects every wrong one', () => {
    expect(compile(wrongPrograms)).toEqual([]);
  });

  test('rejects them for their own reason: without the expectation each is an error', () => {
    const text = readFileSync(wrongPrograms, 'utf8');
    const expected = text.match(/\/\/ @ts-expect-error/g)?.length ?? 0;
    expect(expected).toBeGreaterThan(40);
    expect(compile(wrongPrograms, text.replace(/\/\/ @ts-expect-error/g, '// rejected:'))).toHaveLength(
      expected,
    );
  });
});

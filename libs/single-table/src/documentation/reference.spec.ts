import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import ts from 'typescript';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const file = new URL('../../docs/reference.md', import.meta.url);
const { name, exports } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { name: string; exports: Record<string, string | { source: string }> };

/** What the package exports, by path, each with its source file. */
const entries = Object.entries(exports).flatMap(([path, target]) =>
  typeof target === 'string'
    ? []
    : [{ path: path.replace('.', name), source: `${root}libs/single-table/${target.source.slice(2)}` }],
);

/** The declarations that the compiler makes of the sources, by source file, as they are in the package. */
function declarations(): { program: ts.Program; emitted: Map<string, ts.SourceFile> } {
  const { config } = ts.readConfigFile(`${root}tsconfig.json`, (path) => ts.sys.readFile(path));
  const parsed = ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, root);
  const options = { ...parsed.options, noEmit: false, declaration: true, emitDeclarationOnly: true };
  const program = ts.createProgram(
    entries.map(({ source }) => source),
    { ...options, incremental: false, composite: false, outDir: '/out', rootDir: root },
  );
  const emitted = new Map<string, ts.SourceFile>();
  program.emit(undefined, (path, text, _, __, [source] = []) => {
    if (source && path.endsWith('.d.ts'))
      emitted.set(source.fileName, ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
  });
  return { program, emitted };
}

/** The statements of a file that declare a name: several for an overloaded function. */
function statementsOf(source: ts.SourceFile, declared: string): string[] {
  return source.statements
    .filter((statement) =>
      ts.isVariableStatement(statement)
        ? statement.declarationList.declarations.some((each) => each.name.getText() === declared)
        : (statement as ts.DeclarationStatement).name?.text === declared,
    )
    .map((statement) =>
      statement
        .getFullText()
        .trim()
        .replace(/^export (declare )?/m, ''),
    );
}

function reference(): string {
  const { program, emitted } = declarations();
  const checker = program.getTypeChecker();
  const sections = entries.map(({ path, source }) => {
    const module = checker.getSymbolAtLocation(program.getSourceFile(source)!)!;
    const exported = checker.getExportsOfModule(module).map((symbol) => {
      const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
      const from = emitted.get(target.declarations![0]!.getSourceFile().fileName)!;
      const found = statementsOf(from, target.name);
      if (found.length === 0) throw new Error(`${symbol.name} has no declaration.`);
      return `### ${symbol.name}\n\n\`\`\`ts\n${found.join('\n')}\n\`\`\`\n`;
    });
    return `## ${path}\n\n${exported.sort().join('\n')}`;
  });
  return `# API reference

Generated from the declarations, by the path of the import. Do not edit. Names that a declaration uses and the package does not
export are parts of types, which programs do not write.

${sections.join('\n')}`;
}

test('the reference is what the package declares', async () => {
  const page = await format(reference(), { ...(await resolveConfig(file)), parser: 'markdown' });
  // `ROLLBOOK_WRITE_DOCS=1 npm test -- libs/single-table/src/documentation/reference` writes it.
  if (process.env['ROLLBOOK_WRITE_DOCS']) writeFileSync(file, page);
  expect(readFileSync(file, 'utf8')).toBe(page);
}, 600_000);

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('../', import.meta.url));

/** The declarations that the compiler makes of the sources, by source file, as they are in the package. */
function declarations(sources) {
  const { config } = ts.readConfigFile(`${root}tsconfig.json`, (path) => ts.sys.readFile(path));
  const parsed = ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, root);
  const options = { ...parsed.options, noEmit: false, declaration: true, emitDeclarationOnly: true };
  const program = ts.createProgram(sources, {
    ...options,
    incremental: false,
    composite: false,
    outDir: '/out',
    rootDir: root,
    jsx: ts.JsxEmit.ReactJSX,
  });
  const emitted = new Map();
  program.emit(undefined, (path, text, _, __, [source] = []) => {
    if (source && path.endsWith('.d.ts'))
      emitted.set(source.fileName, ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
  });
  return { checker: program.getTypeChecker(), program, emitted };
}

/** The statements of a file that declare a name: several for an overloaded function. */
function statementsOf(source, declared) {
  return source.statements
    .filter((statement) =>
      ts.isVariableStatement(statement)
        ? statement.declarationList.declarations.some((each) => each.name.getText() === declared)
        : statement.name?.text === declared,
    )
    .map((statement) =>
      statement
        .getFullText()
        .trim()
        .replace(/^export (declare )?/m, ''),
    );
}

/** Each path of packages of `libs` that can be imported, with every name that it exports and the name's declaration. */
export function declarationsOf(libraries) {
  const entries = libraries.flatMap((library) => {
    const { name, exports } = JSON.parse(readFileSync(`${root}libs/${library}/package.json`, 'utf8'));
    return Object.entries(exports)
      .filter(([, target]) => typeof target !== 'string')
      .map(([path, { source }]) => ({
        library,
        path: path.replace('.', name),
        source: `${root}libs/${library}/${source.slice(2)}`,
      }));
  });
  const { checker, program, emitted } = declarations(entries.map(({ source }) => source));
  return entries.map(({ library, path, source }) => {
    const module = checker.getSymbolAtLocation(program.getSourceFile(source));
    const names = checker.getExportsOfModule(module).map((symbol) => {
      const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
      const found = statementsOf(emitted.get(target.declarations[0].getSourceFile().fileName), target.name);
      if (found.length === 0) throw new Error(`${symbol.name} has no declaration.`);
      return { name: symbol.name, text: found.join('\n') };
    });
    return { library, path, names };
  });
}

/** As Markdown, for a page. */
export function declarationsText(paths) {
  return paths
    .map(({ path, names }) => {
      const each = names.map(({ name, text }) => `### ${name}\n\n\`\`\`ts\n${text}\n\`\`\`\n`);
      return `## ${path}\n\n${each.sort().join('\n')}`;
    })
    .join('\n');
}

import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { SingleTableError } from '@rollbook/single-table';
import { compileKeyTemplate } from '../keys/key-template.js';

const guide = new URL('../../docs/', import.meta.url);
const [, ...sections] = readFileSync(new URL('errors.md', guide), 'utf8').split(/^## /m);

/** The members of an interface of a source, each with the members of its type. */
function membersOf(name: string): Record<string, string[]> {
  const text = readFileSync(new URL('../wire/errors.ts', import.meta.url), 'utf8');
  const source = ts.createSourceFile('errors.ts', text, ts.ScriptTarget.Latest, true);
  const found = source.statements.filter(ts.isInterfaceDeclaration).find((each) => each.name.text === name)!;
  const nameOf = (member: ts.TypeElement) => member.name!.getText();
  return Object.fromEntries(
    found.members.filter(ts.isPropertySignature).map((member) => {
      const type = member.type!;
      return [nameOf(member), ts.isTypeLiteralNode(type) ? type.members.map(nameOf) : []];
    }),
  );
}

test('every code has a section, every section a code, with what its details have', () => {
  const documented = sections.map((section) => {
    const [, details = ''] = /\*\*Details:\*\*([^]*?)\*\*What to do:\*\*/.exec(section) ?? [];
    return [/^\w+/.exec(section)![0], Array.from(details.matchAll(/`(\w+)`/g), ([, name]) => name)];
  });
  expect(Object.fromEntries(documented)).toEqual(membersOf('ErrorDetails'));
  expect(new Set(documented.map(([code]) => code)).size).toBe(documented.length);
});

test('an error leads to its section', () => {
  const error = caught(() => compileKeyTemplate(''));
  const [file = '', anchor] = error.page.replace(/^docs\//, '').split('#');
  const headings = readFileSync(new URL(file, guide), 'utf8').match(/^## .*$/gm)!;
  expect(headings.map((heading) => heading.slice(3).toLowerCase())).toContain(anchor);
  expect(anchor).toBe('invaliddefinition');
});

function caught(action: () => unknown): SingleTableError {
  try {
    action();
  } catch (error) {
    if (error instanceof SingleTableError) return error;
  }
  throw new Error('nothing was thrown');
}

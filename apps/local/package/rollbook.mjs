#!/usr/bin/env node
// What an old Node cannot read is imported only when it is known to be new enough.
import { readFileSync } from 'node:fs';

const { engines } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));
const oldest = engines.node.replace('>=', '');
const [major, minor] = process.versions.node.split('.').map(Number);
const [oldestMajor, oldestMinor] = oldest.split('.').map(Number);

if (major < oldestMajor || (major === oldestMajor && minor < oldestMinor)) {
  console.error(
    `rollbook needs Node ${oldest} or newer, and this is ${process.versions.node}: install one from https://nodejs.org.`,
  );
  process.exitCode = 2;
} else {
  process.env.ROLLBOOK_CALLED_AS ??= 'npx rollbook';
  const { enableCompileCache } = await import('node:module');
  enableCompileCache?.();
  await import('./programs/rollbook.js');
}

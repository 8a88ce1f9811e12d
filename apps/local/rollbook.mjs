#!/usr/bin/env node
import { prepare } from './prepare.mjs';

// Standard output is reserved for the command's own output: an export, or JSON.
const { log } = console;
console.log = console.error;
prepare();
console.log = log;
await import('../../dist/programs/rollbook.js');

#!/usr/bin/env node
// The operator's command: builds what is missing, then runs it.
import { prepare } from './prepare.mjs';

// Standard output is for what the command prints: an export, or JSON.
const { log } = console;
console.log = console.error;
prepare();
console.log = log;
await import('../../dist/programs/rollbook.js');

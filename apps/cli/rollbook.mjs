#!/usr/bin/env node
// The operator's command: builds what is missing, then runs it.
import { prepare } from '../local/prepare.mjs';

prepare();
await import('../../dist/apps/cli/src/main.js');

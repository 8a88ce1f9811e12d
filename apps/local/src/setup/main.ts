import { flushCompileCache } from 'node:module';
import { explain } from '../settings/explain.js';
import { findOrLoadDemo } from './demo.js';
import { openTable } from './open-table.js';
import type { Answer, Question } from './setup.js';

async function resultOf(question: Question): Promise<unknown> {
  if ('openTable' in question) return openTable(question.openTable);
  if ('findDemo' in question) return findOrLoadDemo(question.findDemo.apiUrl, question.findDemo.token);
  // Few starts have one: what reads YAML is loaded for those.
  if ('checkSeed' in question) {
    (await import('./seed/read-seed.js')).readSeed(question.checkSeed.file);
    return undefined;
  }
  const { file, apiUrl, token } = question.applySeed;
  return (await import('./seed/apply-seed.js')).applySeed(file, apiUrl, token);
}

async function answerTo(question: Question): Promise<Answer> {
  try {
    return { result: await resultOf(question) };
  } catch (error) {
    return { refused: explain(error) };
  }
}

process.on('message', (question: Question) => {
  void answerTo(question).then((answer) => {
    process.send?.(answer);
    // It is killed once it is not needed, and then could not write what was compiled.
    flushCompileCache();
  });
});
process.on('disconnect', () => process.exit());

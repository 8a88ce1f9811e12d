import { flushCompileCache } from 'node:module';
import { explain } from '../settings/explain.js';
import { findOrLoadDemo } from './demo.js';
import { openTable } from './open-table.js';
import type { Answer, Question } from './setup.js';

async function answerTo(question: Question): Promise<Answer> {
  try {
    const result =
      'openTable' in question
        ? await openTable(question.openTable)
        : await findOrLoadDemo(question.findDemo.apiUrl, question.findDemo.token);
    return { result };
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

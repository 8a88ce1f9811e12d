// The first step of `npm run build`: TypeScript to `dist`, with Nest's Swagger plugin, which writes what the OpenAPI schemas
// are derived from into the DTOs and controllers. Types are checked by `npm run typecheck`. It does what `nest build` does, by the
// same nest-cli.json, without the CLI's ninety packages, and the same for one build as for each change of `npm run dev`.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { before as swagger } from '@nestjs/swagger/plugin';
import ts from 'typescript';

const root = fileURLToPath(new URL('../', import.meta.url));
const { compilerOptions } = JSON.parse(readFileSync(`${root}nest-cli.json`, 'utf8'));
const CONFIG = root + compilerOptions.tsConfigPath;
/** The workspace is built to a folder of its own, from where its package.json exports it. */
const WORKSPACE = `${root}libs/single-table/tsconfig.build.json`;
const [{ options: swaggerOptions }] = compilerOptions.plugins;

const FORMAT = {
  getCanonicalFileName: (path) => path,
  getCurrentDirectory: () => root,
  getNewLine: () => '\n',
};

const report = (diagnostics) => console.error(ts.formatDiagnosticsWithColorAndContext(diagnostics, FORMAT));

function withSwagger(program) {
  const emit = program.emit.bind(program);
  program.emit = (file, write, token, onlyDeclarations) =>
    emit(file, write, token, onlyDeclarations, { before: [swagger(swaggerOptions, program.getProgram())] });
  return program;
}

/** @returns {boolean} whether everything could be compiled; what could not is printed */
export function compile() {
  return [WORKSPACE, CONFIG].every(compileProject);
}

function compileProject(config) {
  const { options, fileNames, errors } = ts.getParsedCommandLineOfConfigFile(
    config,
    {},
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: (diagnostic) => report([diagnostic]),
    },
  );
  const program = withSwagger(ts.createIncrementalProgram({ rootNames: fileNames, options }));
  const mistakes = [...errors, ...program.getSyntacticDiagnostics(), ...program.emit().diagnostics];
  if (mistakes.length > 0) report(mistakes);
  return mistakes.length === 0;
}

/** @param {() => void} onCompiled called after each time that all could be compiled */
export function compileOnChange(onCompiled) {
  const watched = [WORKSPACE, CONFIG].map((config) => watch(config, onCompiled));
  return { close: () => watched.forEach(({ close }) => close()) };
}

function watch(config, onCompiled) {
  let mistakes = 0;
  const reportMistake = (diagnostic) => {
    mistakes += 1;
    report([diagnostic]);
  };
  const create = ts.createEmitAndSemanticDiagnosticsBuilderProgram;
  const host = ts.createWatchCompilerHost(config, {}, ts.sys, create, reportMistake, () => undefined);
  const { createProgram, afterProgramCreate } = host;
  host.createProgram = (...args) => withSwagger(createProgram.apply(host, args));
  host.afterProgramCreate = (program) => {
    mistakes = 0;
    afterProgramCreate.call(host, program);
    if (mistakes === 0) onCompiled();
  };
  return ts.createWatchProgram(host);
}

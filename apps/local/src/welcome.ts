import { CALLED } from './settings/called.js';
import { questionOf, type Demo } from './setup/demo.js';

interface Welcome {
  dataFolder: string;
  apiUrl: string;
  busUrl: string;
  operatorToken: string;
  tokenFile: string;
  demo: Demo | undefined;
  /** Signs in once. */
  signInLink: string | undefined;
  missing: readonly string[];
}

export function welcome({
  dataFolder,
  apiUrl,
  busUrl,
  operatorToken,
  tokenFile,
  demo,
  signInLink,
  missing,
}: Welcome): string {
  const bearer = `-H "authorization: Bearer $(cat '${tokenFile}')"`;
  const account = demo ? `${apiUrl}/v1/accounts/${demo.accountId}` : `${apiUrl}/v1/accounts`;
  const commands = demo
    ? [
        [
          `May Ada enter prod? {"decision":${demo.mayOwnerEnter}}`,
          `curl -s ${bearer} -H 'content-type: application/json' -d '${JSON.stringify(questionOf(demo))}' ${apiUrl}/access/v1/evaluation`,
        ],
        ['The users of the demo account', `curl -s ${bearer} ${account}/users`],
        [
          'The service groups Alan may enter',
          `curl -s ${bearer} ${account}/users/${demo.userId}/service-groups`,
        ],
        [
          'Let Alan into prod',
          `curl -s -X PUT ${bearer} ${account}/service-groups/${demo.serviceGroupId}/members/${demo.userId}`,
        ],
      ]
    : [
        ['The accounts', `curl -s ${bearer} ${account}`],
        [
          'A new account',
          `curl -s -X POST ${bearer} -H 'content-type: application/json' -d '{"name":"Globex"}' ${account}`,
        ],
        ['Check that everything is ready', `curl -s ${apiUrl}/health/ready`],
      ];
  return `
${missing.length === 0 ? 'Rollbook is ready.' : `Rollbook is partly ready. Missing: ${missing.join(', ')}.`}

  Dashboard  ${apiUrl}/
  API        ${apiUrl}/v1     docs at ${apiUrl}/docs
  Events     ${busUrl}        watch them: ${CALLED.events}
  Data       ${dataFolder}
${
  signInLink === undefined
    ? ''
    : `
Sign in with a browser, as the operator (works once; ${apiUrl}/auth/login asks who you are):
${signInLink}
`
}
Operator token (also in ${tokenFile}):
${operatorToken}

Try:
${commands.map(([title, command]) => `\n  # ${title}\n  ${command}`).join('\n')}

Ctrl-C stops it.`;
}

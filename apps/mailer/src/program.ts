import { invitationSecretOf } from '#libs/secrets';
import type { Program } from '#libs/program';
import { fileMailer } from './file-mailer.js';
import { apiUrlOf, termsFromApi } from './invitation-terms.js';
import { noticeFromApi } from './notice.js';
import { startInvitationMailer } from './node-host.js';

const STOP_MS = 10_000;

/**
 * The mailer on one machine: it writes mails into files.
 *
 * Environment: ROLLBOOK_MAIL_FOLDER, ROLLBOOK_INVITATION_SECRET (or ROLLBOOK_CURSOR_SECRET), ROLLBOOK_ACCEPT_URL,
 * ROLLBOOK_API_URL (the origin of ROLLBOOK_ACCEPT_URL), ROLLBOOK_EVENTBRIDGE_ENDPOINT, ROLLBOOK_EVENT_BUS (rollbook).
 */
export const invitationMailer: Program = {
  name: 'invitation mailer',
  stopWithinMs: STOP_MS,
  async start(host) {
    const say = (line: string) => host.say(`mailer: ${line}`);
    const folder = required('ROLLBOOK_MAIL_FOLDER');
    const acceptUrl = process.env['ROLLBOOK_ACCEPT_URL'] ?? 'http://127.0.0.1:3000/accept-invitation';
    const started = await startInvitationMailer({
      send: fileMailer(folder),
      secret: invitationSecretOf(process.env),
      acceptUrl,
      readTerms: termsFromApi(apiUrlOf(process.env, acceptUrl)),
      readNotice: noticeFromApi(apiUrlOf(process.env, acceptUrl)),
      eventBridgeEndpoint: required('ROLLBOOK_EVENTBRIDGE_ENDPOINT'),
      eventBus: process.env['ROLLBOOK_EVENT_BUS'] ?? 'rollbook',
      onNotice: say,
    });
    say(`ready: emails are written to ${folder}`);
    return started;
  },
  explain: (error) => (error instanceof Error ? error.message : String(error)),
};

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set.`);
  return value;
}

import { sesClient, startFailure } from '#libs/aws-clients';
import { invitationSecretOf } from '#libs/secrets';
import { apiUrlOf, termsFromApi } from './invitation-terms.js';
import { mailEvent, type BusEvent } from './mailer.js';
import { noticeFromApi } from './notice.js';
import { sesMailer } from './ses-mailer.js';

/** Environment: ROLLBOOK_INVITATION_SECRET, ROLLBOOK_ACCEPT_URL, ROLLBOOK_API_URL (its origin), ROLLBOOK_MAIL_FROM. */
function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set.`);
  return value;
}

const acceptUrl = required('ROLLBOOK_ACCEPT_URL');

const options = {
  send: sesMailer(sesClient(), required('ROLLBOOK_MAIL_FROM')),
  secret: invitationSecretOf(process.env),
  acceptUrl,
  readTerms: termsFromApi(apiUrlOf(process.env, acceptUrl)),
  readNotice: noticeFromApi(apiUrlOf(process.env, acceptUrl)),
};

export async function handler(event: BusEvent): Promise<void> {
  try {
    await mailEvent(options, event);
  } catch (error) {
    // The first line in the function's log.
    throw new Error(startFailure(error, { service: 'SES' }), { cause: error });
  }
}

import { sesClient, startFailure } from '#libs/aws-clients';
import { invitationSecretOf } from '#libs/invitation-tokens';
import { mailInvitation, type BusEvent } from './mailer.js';
import { sesMailer } from './ses-mailer.js';

/** Environment: ROLLBOOK_INVITATION_SECRET, ROLLBOOK_ACCEPT_URL, ROLLBOOK_MAIL_FROM. */
function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set.`);
  return value;
}

const options = {
  send: sesMailer(sesClient(), required('ROLLBOOK_MAIL_FROM')),
  secret: invitationSecretOf(process.env),
  acceptUrl: required('ROLLBOOK_ACCEPT_URL'),
};

export async function handler(event: BusEvent): Promise<void> {
  try {
    await mailInvitation(options, event);
  } catch (error) {
    // The first line in the function's log.
    throw new Error(startFailure(error, { service: 'SES' }), { cause: error });
  }
}

import { SendEmailCommand, type SESv2Client } from '@aws-sdk/client-sesv2';
import type { SendMail } from './mail.js';

/** Sends by Amazon SES. An event that comes twice is sent twice: SES knows no de-duplication. */
export function sesMailer(client: Pick<SESv2Client, 'send'>, from: string): SendMail {
  return async ({ to, subject, text }) => {
    const Content = {
      Simple: {
        Subject: { Data: subject, Charset: 'UTF-8' },
        Body: { Text: { Data: text, Charset: 'UTF-8' } },
      },
    };
    await client.send(
      new SendEmailCommand({ FromEmailAddress: from, Destination: { ToAddresses: [to] }, Content }),
    );
  };
}

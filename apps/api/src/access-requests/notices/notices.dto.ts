import { IsString, MaxLength } from 'class-validator';
import type { Notice } from '#libs/directory';
import type { AccessRequestStatus } from '#libs/domain';

const TOKEN_MAX_LENGTH = 200;

export class InspectNoticeDto {
  /** Computed by the mailer from the event and the platform's secret. */
  @IsString()
  @MaxLength(TOKEN_MAX_LENGTH)
  token!: string;
}

export class NoticeRecipientDto {
  name!: string;
  email!: string;
}

export class OpenNoticeDto {
  userName!: string;
  serviceGroupName!: string;
}

export class NoticeDto {
  accountName!: string;
  /** `asked`: to those who decide. `decided`: to the requester. `ending`: to a member whose access is about to end. */
  kind!: 'asked' | 'decided' | 'ending';
  /** Empty if no mail is to be sent. */
  recipients!: NoticeRecipientDto[];
  serviceGroupName!: string;
  /** The name of the requester, or of the member whose access is about to end. */
  userName!: string;
  /** Of the request; null if there is none. */
  status!: AccessRequestStatus | null;
  reason!: string | null;
  /** The requested, given or present end of the access. Null if none was requested, or if it has no end. */
  expiresAt!: string | null;
  lengthSeconds!: number | null;
  note!: string | null;
  /** Null if it is not a user of the account. */
  decidedByName!: string | null;
  /** Up to 20 others that are open: of the service group if its managers decide, otherwise of the account. Empty unless `kind` is `asked`. */
  open!: OpenNoticeDto[];
}

type Answer = Omit<NoticeDto, 'recipients' | 'accountName'>;

export function toNoticeDto(notice: Notice): Answer {
  const { kind, serviceGroupName, userName, request, open, endsAt, deciderName } = notice;
  const end = request?.status === 'approved' ? request.givenUntil : request?.askedUntil;
  return {
    kind,
    serviceGroupName,
    userName,
    status: request?.status ?? null,
    reason: request?.reason ?? null,
    expiresAt: endsAt ?? end ?? null,
    lengthSeconds: request?.lengthSeconds ?? null,
    note: request?.note ?? null,
    decidedByName: deciderName ?? null,
    open: open.map((each) => ({ userName: each.userName, serviceGroupName: each.serviceGroupName })),
  };
}

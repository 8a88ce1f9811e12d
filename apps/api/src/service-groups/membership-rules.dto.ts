import { IsBoolean, IsIn, IsInt, Max, Min } from 'class-validator';
import { APPROVERS, MEMBERSHIP_MAX_SECONDS, MEMBERSHIP_MIN_SECONDS, type Approvers } from '#libs/domain';
import { IfPresent } from '../http/input/if-present.js';
import { IfGiven } from '../http/input/settings.dto.js';

/** What is absent is not asked. */
export class MembershipRulesDto {
  /** The longest time for which a membership can be given or extended, in seconds: every membership ends. */
  @IfPresent()
  @IsInt()
  @Min(MEMBERSHIP_MIN_SECONDS)
  @Max(MEMBERSHIP_MAX_SECONDS)
  maxLengthSeconds?: number;

  /** How long a membership lasts if no end is given, in seconds. At most the longest length, which is used if this is absent. */
  @IfPresent()
  @IsInt()
  @Min(MEMBERSHIP_MIN_SECONDS)
  @Max(MEMBERSHIP_MAX_SECONDS)
  defaultLengthSeconds?: number;

  /** Whether a membership can only be given with a reason. */
  @IfPresent()
  @IsBoolean()
  reasonRequired?: boolean;

  /** Whether members of the account may ask for a membership. */
  @IfPresent()
  @IsBoolean()
  membersMayAsk?: boolean;

  /** Who decides on requests, and adds members: the managers of the service group, too (also if absent), or admins alone. */
  @IfPresent()
  @IsIn(APPROVERS)
  approvers?: Approvers;
}

export class ChangedMembershipRulesDto {
  /** The longest time for which a membership can be given or extended, in seconds: every membership ends. Null removes the rule. */
  @IfGiven()
  @IsInt()
  @Min(MEMBERSHIP_MIN_SECONDS)
  @Max(MEMBERSHIP_MAX_SECONDS)
  maxLengthSeconds?: number | null;

  /** How long a membership lasts if no end is given, in seconds: at most the longest length. Null removes the rule. */
  @IfGiven()
  @IsInt()
  @Min(MEMBERSHIP_MIN_SECONDS)
  @Max(MEMBERSHIP_MAX_SECONDS)
  defaultLengthSeconds?: number | null;

  /** Whether a membership can only be given with a reason. */
  @IfGiven()
  @IsBoolean()
  reasonRequired?: boolean | null;

  /** Whether members of the account may ask for a membership. */
  @IfGiven()
  @IsBoolean()
  membersMayAsk?: boolean | null;

  /** Who decides on requests, and adds members: the managers of the service group, too, or admins alone. Null removes the rule: managers do. */
  @IfGiven()
  @IsIn(APPROVERS)
  approvers?: Approvers | null;
}

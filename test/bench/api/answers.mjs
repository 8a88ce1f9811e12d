// What the stock way and the floor answer: the documents that Rollbook answers.

export const toUserDto = (user) => ({
  id: user.userId,
  accountId: user.accountId,
  name: user.name,
  email: user.email,
  role: user.role,
  status: user.status,
  serviceGroupCount: user.membershipCount,
  version: user.version,
  createdAt: user.createdAt,
  updatedAt: user.updatedAt,
});

/** The copy of its user is one attribute. */
export function toMembershipDto(membership) {
  const { n: name, e: email, r: role, s: status, by: addedBy } = JSON.parse(membership.u);
  return {
    id: `${membership.serviceGroupId}.${membership.userId}`,
    userId: membership.userId,
    serviceGroupId: membership.serviceGroupId,
    user: { id: membership.userId, name, email, role, status },
    serviceGroup: { id: membership.serviceGroupId, name: membership.serviceGroupName },
    since: membership.since,
    addedBy,
  };
}

export const toPageDto = ({ Items, LastEvaluatedKey }, accountId) => ({
  data: Items.filter((item) => item.accountId === accountId).map(toMembershipDto),
  nextCursor: LastEvaluatedKey ? Buffer.from(JSON.stringify(LastEvaluatedKey)).toString('base64url') : null,
});

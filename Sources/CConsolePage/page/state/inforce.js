/** Which policies are in force by a status, and which rows are of before the program's last reload. Pure. */

/** Whether a policy is in force; all are where the program does not say which ones. */
export function isInForce(status, id) {
  return status?.policiesInForce?.includes(id) ?? true;
}

/** Whether a row was judged under a policy that is not in force any more. */
export function isEarlier(status, row) {
  return Boolean(status?.reloaded) && row.lastSeen < status.reloaded && !isInForce(status, row.policy.id);
}

/** The name of a policy; an earlier one has a part of its digest, since the file's name is often the same. */
export function policyWord(status, { id, name }) {
  return isInForce(status, id) ? name : `${name} (earlier, ${id.replace(/^sha256:/, "").slice(0, 8)})`;
}

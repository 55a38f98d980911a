/** The policies that are in force, and the rows that were judged under earlier ones. All functions are pure. */

/** Whether a policy is in force. If the status does not name the policies in force, all are. */
export function isInForce(status, id) {
  return status?.policiesInForce?.includes(id) ?? true;
}

/** Whether a row was judged under a policy that is not in force any more. */
export function isEarlier(status, row) {
  return Boolean(status?.reloaded) && !isInForce(status, row.policy.id);
}

/** The name of a policy. An earlier policy gets a part of its digest, because the name of the file is often the same. */
export function policyWord(status, { id, name }) {
  return isInForce(status, id) ? name : `${name} (earlier, ${id.replace(/^sha256:/, "").slice(0, 8)})`;
}

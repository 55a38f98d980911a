/** Requests to `/api/v1`. Errors are problems (RFC 9457) with a sentence for a person. */

const BASE = "/api/v1/";

/** The failure of a request. `status` is 0 without an answer. */
export class Problem extends Error {
  constructor(status, title, detail) {
    super(detail || title);
    this.name = "Problem";
    this.status = status;
    this.title = title;
  }

  /** Whether the token is not the one that the program expects. */
  get isUnauthorised() {
    return this.status === 401;
  }
}

/** The address of a path of the API. Parameters without a value are left out. */
export function address(path, parameters = {}) {
  const query = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value));
  return BASE + path + (query.size ? `?${query}` : "");
}

/** The JSON at a path. */
export async function read(path, signal) {
  return received((await answered(fetch(BASE + path, { headers: { Accept: "application/json" }, signal }))).json());
}

/** Sends JSON, and returns the JSON of the answer. */
export async function send(path, body, signal) {
  const request = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), signal };
  return received((await answered(fetch(BASE + path, request))).json());
}

/** Saves the answer of an address as a file with the name in the answer. Nothing is saved if `signal` is aborted. */
export async function download(href, signal) {
  const response = await answered(fetch(href, { signal }));
  const name = /filename="([^"]+)"/.exec(response.headers.get("Content-Disposition") ?? "")?.[1] ?? "export";
  const url = URL.createObjectURL(await received(response.blob()));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Opens the stream of changes after a position (`SESSION-REVISION`); null stands for the present position. */
export async function openStream(position, signal) {
  const headers = { Accept: "text/event-stream" };
  if (position !== null) headers["Last-Event-ID"] = position;
  return answered(fetch(BASE + "stream", { headers, signal, cache: "no-store" }));
}

/** The value of a promise of a response or of its content. Throws a `Problem` if there is no answer. */
async function received(promise) {
  try {
    return await promise;
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Problem(0, "No answer", "The program does not answer. It may have been stopped.");
  }
}

/** The response to a request. Throws a `Problem` for an error. */
async function answered(request) {
  const response = await received(request);
  if (response.ok) return response;
  let problem = {};
  try {
    problem = await response.json();
  } catch {
    problem = { title: `Status ${response.status}`, detail: "The program gave no reason." };
  }
  throw new Problem(response.status, String(problem.title ?? ""), String(problem.detail ?? ""));
}

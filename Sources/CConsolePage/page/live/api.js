/** Requests to `/api/v1`. Errors are problems (RFC 9457) with a sentence for a person. */

const BASE = "/api/v1/";

/** What went wrong with a request. `status` is 0 where no answer came. */
export class Problem extends Error {
  constructor(status, title, detail) {
    super(detail || title);
    this.name = "Problem";
    this.status = status;
    this.title = title;
  }

  /** Whether the token is no longer the one that the program expects. */
  get isUnauthorised() {
    return this.status === 401;
  }
}

/** The address of something behind the API; `parameters` without a value are left out. */
export function address(path, parameters = {}) {
  const query = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value));
  return BASE + path + (query.size ? `?${query}` : "");
}

/** The JSON at a path. */
export async function read(path, signal) {
  return received((await answered(fetch(BASE + path, { headers: { Accept: "application/json" }, signal }))).json());
}

/** Sends JSON and gives back the JSON of the answer. */
export async function send(path, body, signal) {
  const request = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), signal };
  return received((await answered(fetch(BASE + path, request))).json());
}

/** Saves what an address answers as a file, under the name that the answer has; nothing of it if `signal` is aborted. */
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

/** Opens the stream of changes after a position (`SESSION-REVISION`); null asks for those from now on. */
export async function openStream(position, signal) {
  const headers = { Accept: "text/event-stream" };
  if (position !== null) headers["Last-Event-ID"] = position;
  return answered(fetch(BASE + "stream", { headers, signal, cache: "no-store" }));
}

/** What a promise of a response or of its content gives; a `Problem` where it breaks off. */
async function received(promise) {
  try {
    return await promise;
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Problem(0, "No answer", "The program does not answer. It may have been stopped.");
  }
}

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

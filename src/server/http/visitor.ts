/** Who is asking. A guest without a session, or with one that is unknown or over, is `nobody`. */
export type Visitor =
  | { kind: 'user'; userId: number; tokenHash: Buffer }
  | { kind: 'guest'; sessionHash: Buffer }
  | { kind: 'nobody' }

export type RequestFacts = { authorization: string | undefined; guestSession: string | undefined }

/** Finds out who is asking; given by the accounts slice when the app is put together. */
export type IdentifyVisitor = (facts: RequestFacts) => Promise<Visitor>

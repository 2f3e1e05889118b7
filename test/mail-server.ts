import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A mail as it arrived. */
export type ArrivedMail = {
  to: string
  /** By lower-case name. */
  headers: Map<string, string>
  text: string
  html: string
  raw: string
}

export type MailServer = {
  /** For SMTP_URL, without a user. */
  url: string
  port: number
  mails: ArrivedMail[]
  /** What it answers to the next messages in place of taking them; null takes them. */
  refuse: { at: 'recipient' | 'message'; code: number } | null
  /** Called with each message before it is confirmed. */
  onTaken: () => void | Promise<void>
  /** Breaks all connections off, as a server that crashes does. */
  reset(): void
  /** Whether a client that says goodbye has its connection broken off. */
  resetsAtQuit: boolean
  close(): Promise<void>
}

export type MailServerOptions = Pick<SMTPServerOptions, 'secure' | 'hideSTARTTLS' | 'allowInsecureAuth'> & {
  port?: number
  /** The only user; without one nobody needs to log in. */
  user?: { name: string; password: string }
}

/** A mail server on this machine, which keeps what arrives. Its certificate is nobody's. */
export async function openMailServer({ port = 0, user, ...options }: MailServerOptions = {}): Promise<MailServer> {
  const server = new SMTPServer({
    ...options,
    authOptional: user === undefined,
    disabledCommands: user === undefined ? ['AUTH'] : [],
    logger: false,
    closeTimeout: 100,
    onAuth: ({ username, password }, _session, done) => {
      if (username === user?.name && password === user?.password) done(null, { user: username })
      else done(Object.assign(new Error(`Wrong password ${password} of ${username}`), { responseCode: 535 }))
    },
    onRcptTo: (address, _session, done) => {
      done(opened.refuse?.at === 'recipient' ? refusal(opened.refuse.code, address.address) : null)
    },
    onData: (stream, session, done) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => void taken(Buffer.concat(parts).toString('latin1'), session.envelope.rcptTo, done))
    },
  })
  const taken = async (raw: string, to: { address: string }[], done: (error?: Error | null) => void) => {
    if (opened.refuse?.at === 'message') return done(refusal(opened.refuse.code, to[0]?.address ?? ''))
    opened.mails.push(read(raw, to[0]?.address ?? ''))
    await opened.onTaken()
    done()
  }
  const sockets = new Set<Socket>()
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    socket.on('data', (sent: Buffer) => opened.resetsAtQuit && /^QUIT\b/.test(sent.toString()) && opened.reset())
  })
  // A client that goes away is no failure of the server.
  server.on('error', () => {})
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  const bound = (server.server.address() as AddressInfo).port
  const opened: MailServer = {
    url: `${options.secure ? 'smtps' : 'smtp'}://127.0.0.1:${bound}?tls.rejectUnauthorized=false`,
    port: bound,
    mails: [],
    refuse: null,
    onTaken: () => {},
    reset: () => sockets.forEach((socket) => void socket.resetAndDestroy()),
    resetsAtQuit: false,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return opened
}

function refusal(responseCode: number, address: string): Error {
  return Object.assign(new Error(`No mail for ${address}`), { responseCode })
}

function read(raw: string, to: string): ArrivedMail {
  const [head = ''] = raw.split('\r\n\r\n', 1)
  const headers = headersOf(head)
  const boundary = /boundary="?([^";]+)"?/.exec(headers.get('content-type') ?? '')?.[1] ?? ''
  const parts = raw.split(`--${boundary}`).map((part) => {
    const [fields = '', ...body] = part.trimStart().split('\r\n\r\n')
    const text = decoded(headersOf(fields), body.join('\r\n\r\n')).replaceAll('\r\n', '\n')
    return { type: headersOf(fields).get('content-type') ?? '', text }
  })
  const of = (type: string) => parts.find((part) => part.type.startsWith(type))?.text ?? ''
  return { to, headers, text: of('text/plain'), html: of('text/html'), raw }
}

function headersOf(head: string): Map<string, string> {
  const lines = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')
  return new Map(lines.map((line) => [line.split(':', 1)[0]?.toLowerCase() ?? '', line.replace(/^[^:]*: */, '')]))
}

function decoded(headers: Map<string, string>, body: string): string {
  const encoding = headers.get('content-transfer-encoding')
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  if (encoding !== 'quoted-printable') return Buffer.from(body, 'latin1').toString('utf8')
  const bytes = body
    .replaceAll('=\r\n', '')
    .replaceAll(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

/** The secret of the link to a page, in a mail that arrived. */
export function linkIn({ text }: Pick<ArrivedMail, 'text'>, page: string): string {
  const found = new RegExp(`${RegExp.escape(page)}#([\\w-]{43})(?![\\w-])`).exec(text)?.[1]
  if (found === undefined) throw new Error(`no link to ${page} in: ${text}`)
  return found
}

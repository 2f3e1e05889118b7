const signUps = new Map<string, number>()

/**
 * Creates an account by the site's own calls, and returns its token. The second of a name, as a second try of a test
 * makes it, is another account: `name.2`.
 */
export async function signUp(url: string, name: string): Promise<string> {
  const count = (signUps.get(name) ?? 0) + 1
  signUps.set(name, count)
  const username = count === 1 ? name : `${name}.${count}`
  const password = 'under the sea'
  await post(`${url}/api/auth/register`, { username, email: `${username}@example.org`, password })
  const { token } = await post(`${url}/api/auth/login`, { identifier: username, password })
  if (typeof token !== 'string') throw new Error('The login gave no token.')
  return token
}

async function post(url: string, body: object): Promise<Record<string, unknown>> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  const answer = (await response.json()) as Record<string, unknown>
  if (!response.ok) throw new Error(`${url} answers ${response.status}: ${JSON.stringify(answer)}`)
  return answer
}

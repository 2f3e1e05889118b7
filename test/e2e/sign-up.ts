/** Creates an account by the site's own calls, and returns its token. */
export async function signUp(url: string, username = 'ada.lovelace'): Promise<string> {
  const password = 'under the sea'
  await post(`${url}/api/auth/register`, { username, email: `${username}@example.org`, password })
  const { token } = await post(`${url}/api/auth/login`, { identifier: username, password })
  if (typeof token !== 'string') throw new Error('The login gave no token.')
  return token
}

async function post(url: string, body: object): Promise<Record<string, unknown>> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Record<string, unknown>
}

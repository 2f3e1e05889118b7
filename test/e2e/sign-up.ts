/** Creates an account by the site's own calls, and returns its token. At a second try of a test it is there already. */
export async function signUp(url: string, username = 'ada.lovelace'): Promise<string> {
  const password = 'under the sea'
  await post(`${url}/api/auth/register`, { username, email: `${username}@example.org`, password }, 'taken')
  const { token } = await post(`${url}/api/auth/login`, { identifier: username, password })
  if (typeof token !== 'string') throw new Error('The login gave no token.')
  return token
}

async function post(url: string, body: object, allowedCode?: string): Promise<Record<string, unknown>> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  const answer = (await response.json()) as Record<string, unknown>
  if (!response.ok && answer.code !== allowedCode)
    throw new Error(`${url} answers ${response.status}: ${JSON.stringify(answer)}`)
  return answer
}

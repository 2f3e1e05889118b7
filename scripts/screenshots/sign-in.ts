/** Makes an account that only pictures need, and returns its token. */
export async function signIn(url: string): Promise<string> {
  const name = `picture-${Date.now().toString(36)}`
  const account = { username: name, email: `${name}@example.org`, password: `${name}-secret` }
  await post(`${url}/api/auth/register`, account)
  const { token } = await post(`${url}/api/auth/login`, { identifier: name, password: account.password })
  if (typeof token !== 'string') throw new Error('The login gave no token.')
  return token
}

async function post(url: string, body: object): Promise<Record<string, unknown>> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Record<string, unknown>
}

import type { Answer } from '../../api/client.ts'

/** The answer of the dashboard call, whose parts the sections show. */
export type Dashboard = Answer<'GET /api/browse/dashboard'>

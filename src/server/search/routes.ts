import { searchTag } from '#shared/contract/search.ts'
import type { Context } from '../context.ts'
import { type Server, serve } from '../http/serve.ts'
import { createFindTag } from './find-tag.ts'
import { search } from './search-tag.ts'

export function registerSearch(server: Server, context: Context): void {
  const findTag = createFindTag(context)
  serve(server, searchTag, ({ body, visitor, address }) =>
    search(context, { tag: body.tag, visitor, address }, findTag),
  )
}

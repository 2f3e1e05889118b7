/**
 * Keeps a page whole that the browser translates. A translator puts `<font>` elements in the place of texts, and React,
 * which still holds the texts, would fail to remove them, to insert something before them and to change them. This finds
 * the element that stands for a text: it is removed in the place of the text, and a text that changes takes its place
 * back, so that the translator sees the new one.
 */
export function keepTranslatedPage(page: Document): void {
  const standIns = new WeakMap<Node, Element>()
  const changes = new MutationObserver((records) => {
    for (const { target } of records) takeBack(target, standIns)
  })
  const replacements = new MutationObserver((records) => {
    for (const record of records) {
      const standIn = standInOf(record)
      for (const text of record.removedNodes) {
        if (!standIn || !(text instanceof Text) || text.isConnected) continue
        standIns.set(text, standIn)
        changes.observe(text, { characterData: true })
      }
    }
  })
  replacements.observe(page.documentElement, { childList: true, subtree: true })
  replaceInCalls(standIns)
}

/** The translator's element in a change of the page that put it in the place of a text. */
function standInOf({ addedNodes, previousSibling, nextSibling }: MutationRecord): HTMLElement | undefined {
  return [...addedNodes, previousSibling, nextSibling].find(isTranslated)
}

function isTranslated(node: Node | null): node is HTMLElement {
  return node instanceof HTMLElement && node.localName === 'font'
}

function takeBack(text: Node, standIns: WeakMap<Node, Element>): void {
  standIns.get(text)?.replaceWith(text)
  standIns.delete(text)
}

/** React finds the translator's element where it names the text that it has rendered. */
function replaceInCalls(standIns: WeakMap<Node, Element>): void {
  const { removeChild, insertBefore } = Node.prototype
  const placeOf = <Child extends Node | null>(parent: Node, child: Child): Child => {
    const standIn = child === null || child.parentNode === parent ? undefined : standIns.get(child)
    return standIn?.parentNode === parent ? (standIn as unknown as Child) : child
  }
  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    removeChild.call(this, placeOf(this, child))
    return child
  }
  Node.prototype.insertBefore = function <Child extends Node>(this: Node, child: Child, before: Node | null): Child {
    insertBefore.call(this, child, placeOf(this, before))
    return child
  }
}

/** Why the product cannot start, in a sentence for the person who starts it. */
export class StartFailure extends Error {}

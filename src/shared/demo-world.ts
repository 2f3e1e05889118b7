/**
 * The version of the demo's simulated world. A store that holds another one begins anew, since the figures of two worlds do
 * not fit together: raise it with every change of what the world answers about a moment of the past.
 */
export const DEMO_WORLD_VERSION = 1

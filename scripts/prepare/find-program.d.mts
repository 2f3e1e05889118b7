type Environment = Record<string, string | undefined>

export declare function findProgram(names: string[], path?: string): string | null
export declare function findChromium(env?: Environment): string | null
export declare function findStoryBrowser(env?: Environment): string | null
export declare function findPostgres(env?: Environment): string | null
export declare function findDebianPostgres(version: number, env?: Environment): string | null

type Lockfile = { packages: Record<string, { version?: string; optional?: boolean }> }

export declare function isInstalled(wanted: Lockfile, installed: Lockfile | null): boolean
export declare function packages(root: string): Promise<void>

type Text = { message: string; notes: string[]; doubtful: boolean }

export declare function languagesOf(root: string): string[]
export declare function readCatalogs(root: string, language: string): Promise<Map<string, Text>>
export declare function textsBuild(root: string): Promise<void>

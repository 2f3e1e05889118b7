export declare function inputsDigest(root: string): string
export declare function webBuild(root: string): Promise<void>

import { chromium } from 'playwright-core';
import { writeFileSync, existsSync, readFileSync } from 'node:fs';
import { signInTo } from '../test/demo-session.ts';
import { CHROMIUM_ARGS } from './trailmark-server.ts';
import { findTool } from '../scripts/tools.mjs';
const origin='http://localhost:3170';
const keep='/tmp/tm-nft/session.json';
let h: any;
if(existsSync(keep)) h=JSON.parse(readFileSync(keep,'utf8')); else { h=await signInTo(origin,'lead.investigator@northgate.example','7gs9q-a92cq-z7dbq-yzm8k'); writeFileSync(keep,JSON.stringify(h)); }
const cookies=h.cookie.split('; ').map((p:string)=>{const [name='',value='']=p.split('=');return {name,value,domain:'localhost',path:'/',expires:-1,httpOnly:name!=='XSRF-TOKEN',secure:false,sameSite:'Lax' as const};});
const browser=await chromium.launch({executablePath:findTool('chromium')!,args:CHROMIUM_ARGS});
const P='0xb47e3cd837dDF8e4c57F05d70Ab865de6e193BBB';
const all=[['start','/nft-analysis'],['collection',`/nft-analysis/eth/${P}`],['token',`/nft-analysis/eth/${P}/9539`],['wallet',`/nft-analysis/eth/wallets/0xb268F207C56a70Ac0a5AcbA4AcB17CF1020496Ee`]] as const;
const only=process.argv[2]?.split(',');
const sizes=(process.argv[3]??'1440').split(',').map(Number); const modes=(process.argv[4]??'light').split(',');
for(const [name,path] of all){ if(only&&!only.includes(name)) continue;
 for(const w of sizes) for(const m of modes){
 const ctx=await browser.newContext({viewport:{width:w,height:900},colorScheme:m as any,storageState:{cookies,origins:[]},reducedMotion:'reduce'});
 const page=await ctx.newPage();
 page.on('console',x=>{if(x.type()==='error')console.log(name,w,m,'console',x.text().slice(0,300));}); page.on('pageerror',e=>console.log('pageerror',e.message.slice(0,300)));
 page.on('response',r=>{if(r.status()>=400)console.log(r.status(),r.url());});
 const t=Date.now();
 await page.goto(origin+path); await page.waitForLoadState('networkidle').catch(()=>0); await page.waitForTimeout(1200);
 const over=await page.evaluate(()=>document.documentElement.scrollWidth-document.documentElement.clientWidth);
 console.log(name,w,m,'ms',Date.now()-t,'overflow',over);
 await page.screenshot({path:`/tmp/tm-nft/${name}-${w}-${m}.png`,fullPage:true});
 await ctx.close(); } }
await browser.close();

DROP INDEX "job_key";--> statement-breakpoint
ALTER TABLE "job" ADD COLUMN "owner" text;--> statement-breakpoint
CREATE UNIQUE INDEX "job_key" ON "job" USING btree ("cid","key");
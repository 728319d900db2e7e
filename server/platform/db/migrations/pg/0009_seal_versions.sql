CREATE TABLE "seal_version" (
	"cid" text NOT NULL,
	"sha256" text NOT NULL,
	"file_id" text NOT NULL,
	"level" text NOT NULL,
	"at" bigint NOT NULL,
	"until" bigint,
	CONSTRAINT "seal_version_cid_sha256_pk" PRIMARY KEY("cid","sha256")
);
--> statement-breakpoint
CREATE INDEX "seal_version_file" ON "seal_version" USING btree ("cid","file_id");